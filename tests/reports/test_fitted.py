"""A report says on its first screen that a verdict rests on fitted values, and counts them."""


def _rests(run):
    """What the answer rests on."""
    return run.report["findings"][0].get("doubts", [])


def test_the_first_screen_says_that_shares_are_the_fit(made):
    run = made("fitted crews")
    (told,) = (text for text in _rests(run) if "guess" in text)
    assert told == (
        "Guesses: we set some guesses so that players like `steady` would win about their fair "
        "share with 4 players. We chose that The Coots and The Dunlins win theirs; the others are "
        "measured against them. `--pack regatta/unfitted` plays the earlier values."
    )
    assert run.report["header"]["badge"]["text"] == "4 of 6 shares off target"
    assert dict(run.report["header"]["facts"])["Guessed"].endswith("3 fitted")
    said = " ".join(f["text"] for f in run.report["findings"])
    assert "The Coots" not in said and "The Egrets" in said
    assert "2 are on target because we set it so" in run.report["findings"][0]["text"]


def test_the_first_screen_says_that_a_level_is_the_fit(made):
    run = made("fitted level")
    (told,) = (text for text in _rests(run) if "guess" in text)
    assert told == (
        "Guesses: we set one guess so that players like `steady` would win 40% of the games with "
        "3 players. So we chose how hard the game is. "
        "`--pack lighthouse/unfitted` plays the earlier value."
    )
    on = [line for line in run.report["lines"] if line["label"] == "On target"]
    assert not on
    settings = [row["verdict"] for row in run.table("difficulty")["rows"]]
    assert settings == ["the fit", *["below the band"] * 3]
    assert run.report["header"]["badge"]["text"] == "3 of 4 settings off target"
    assert "on target because we set it so" in run.page


def test_a_report_without_fitted_values_does_not_speak_of_them(made):
    run = made("one strong crew")
    assert not any("not known" in text for text in _rests(run))
    assert not any(t["id"] == "fitted" for s in run.report["sections"] for t in s["tables"])


def test_fitted_values_are_counted_apart_and_listed(made):
    run = made("fitted level")
    assert {row["part"]: row["fitted"] for row in run.table("sources")["rows"]}["Rules"] == 1
    (row,) = run.table("fitted")["rows"]
    assert (row["path"], row["value"], row["before"]) == ("rules.lamp_oil", "4", "3")
    assert (row["to"], row["player"]) == ("Win rate of 0.4, 3 players", "steady 1")
    assert (row["on"], row["could"]) == ("2026-01-02", "2 to 5: a night has so many hours")
    section = next(s for s in run.report["sections"] if s["id"] == "sources")
    assert section["words"][0].startswith("9 of 18 values (50.0%) are guesses")

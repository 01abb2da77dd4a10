"""The table beside other simulators: what it counts, and what it says of one that fails."""

import pytest

from benchmarks.peers import __main__ as peers

PEERS = peers.PEERS


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.package)
def test_each_peer_has_a_script_whose_measuring_is_not_counted(peer, tmp_path):
    script = peers.HERE / f"of_{peer.package}.py"
    text = script.read_text("utf-8")
    assert 8 <= peers.lines(script) < len(text.splitlines())
    padded = tmp_path / "padded.py"
    padded.write_text(text + "\n\n# a comment\nx = 1  # measure\n", "utf-8")
    assert peers.lines(padded) == peers.lines(script)


def test_our_games_are_counted():
    game, setting, _ = peers.OURS[0]
    told = peers.ours(game, setting, "random", 30)
    assert told["games"] == 30 and told["decisions"] > 300 and told["seconds"] > 0

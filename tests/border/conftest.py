import pytest

from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import reading
from tests.border import toy


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """The toy as the only game; its shipped folder."""
    folder = tmp_path / "configs"
    toy.install(monkeypatch, folder)
    yield folder / "toy"
    reading._shipped.cache_clear()


@pytest.fixture
def mine(shipped, tmp_path):
    """Makes a designer's pack of the toy: mine(rules=..., cards=...)."""

    def make(**changed):
        rules = 'game = "toy"\n\n' + changed.pop("rules", toy.RULES)
        return toy.write(tmp_path / "mine", rules=rules, **changed)

    return make


@pytest.fixture
def experiment(shipped, tmp_path):
    """Loads an experiment: experiment(text, *sets, games=...)."""

    def read(text=None, *sets, **options):
        target = "toy"
        if text is not None:
            path = tmp_path / "mine.toml"
            path.write_text(text, "utf-8")
            target = str(path)
        return load(RunRequest(target, sets=sets, **options))

    return read


@pytest.fixture
def plan(experiment):
    """Builds a plan: plan(text, *sets)."""
    return lambda text=None, *sets, **options: build(experiment(text, *sets, **options))

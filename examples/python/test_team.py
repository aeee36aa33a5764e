"""Two ways to seed: a file for all tests (team.yaml), and a test's own records over HTTP.

Usage: tenon-mock exec --seed team.yaml -- python3 -B -m pytest -p no:cacheprovider test_team.py
(-B and -p no:cacheprovider: Python and pytest leave no caches in this folder.)
"""

import pytest
from platform_of_tests import World


@pytest.fixture
def world(request):
    return World(request.node.name)


def test_the_file_has_a_discussion(world):
    notes = world.get("/projects/lab%2Fengine/issues/1/notes?sort=asc", user="ada")
    assert [note["author"]["username"] for note in notes] == ["ada", "ben"]


def test_the_file_has_failed_pipelines(world):
    failed = world.get("/projects/lab%2Fengine/pipelines?status=failed", user="ben")
    assert len(failed) == 10


def test_a_test_adds_its_own_records(world):
    made = world.seed(
        {
            "users": [{"username": "cleo"}],
            "projects": [{"full_path": "lab/probe", "members": {"cleo": "maintainer"}}],
            "pipelines": [{"project": "lab/probe", "user": "cleo", "status": "running", "repeat": 3}],
        }
    )
    pipelines = world.get("/projects/lab%2Fprobe/pipelines", user="cleo")
    assert {one["id"] for one in pipelines} == {one["id"] for one in made["pipelines"]}


def test_worlds_are_isolated():
    first, second = World("first"), World("second")
    first.seed({"pipelines": [{"project": "lab/engine", "user": "ben", "status": "canceled"}]})
    canceled = "/projects/lab%2Fengine/pipelines?status=canceled"
    assert [len(one.get(canceled, user="ben")) for one in (first, second)] == [1, 0]

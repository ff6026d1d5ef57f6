"""`sandtable serve` as a user meets it."""

import socket

import pytest

from sandtable.cli import serve


def test_without_the_extra_one_line_says_what_to_install(run, monkeypatch):
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "uvicorn" else True)
    result = run("serve", "--no-open")
    assert result.exit_code == 1
    assert result.stderr == "sandtable: the web table needs uvicorn: pip install 'sandtable[server]'\n"


def test_a_port_that_is_taken_is_said_to_be(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--no-open", "--port", str(port), "--db", f"sqlite:///{tmp_path / 'g.sqlite3'}")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"sandtable: 127.0.0.1:{port}: ") and "in use" in result.stderr


def test_a_database_that_cannot_be_opened_is_said_to_be(run, tmp_path):
    result = run("serve", "--no-open", "--port", "0", "--db", f"sqlite:///{tmp_path}/nowhere/g.sqlite3")
    assert result.exit_code == 1 and result.stderr.count("\n") == 1 and "database" in result.stderr


def test_a_database_of_an_unknown_kind_is_said_to_be(run):
    result = run("serve", "--no-open", "--port", "0", "--db", "oracle://x")
    assert result.exit_code == 1 and result.stderr.count("\n") == 1


@pytest.mark.parametrize("port", ["-1", "65536", "99999"])
def test_a_number_that_no_port_has_is_told(run, port):
    result = run("serve", "--no-open", "--port", port)
    assert result.exit_code == 2
    assert "Invalid value for '--port'" in result.stderr

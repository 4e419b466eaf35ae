"""The documentation: links lead somewhere, rules can be linked to, and a page asks nothing of the outside world."""

import fcntl
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import find_browser

ROOT = Path(__file__).resolve().parents[2]
FETCHED = re.compile(r"""<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=["']?(https?:)?//""")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Built once, also where several processes share the tests: the first one builds, the others wait for it."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    folder = tmp_path_factory.getbasetemp().parent / f"site-{run}" if run else tmp_path_factory.mktemp("site")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "index.html").exists():
            build(folder)
    return folder


def build(folder):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "NOTICE.md"])
def test_links_of_the_front_pages_lead_to_files(name):
    links = re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text())
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_the_first_screen_of_the_readme_shows_how_to_play_and_to_test():
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:25])
    assert "make play" in first_screen
    assert "make test" in first_screen


@pytest.mark.slow
def test_no_page_fetches_anything_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert pages
    assert [page.name for page in pages if FETCHED.search(page.read_text())] == []


@pytest.mark.slow
def test_every_rule_has_an_anchor_of_its_own(site):
    assert 'id="ED-MOVE-07"' in (site / "rules/eldorado.html").read_text()
    assert 'id="EC-SG-36"' in (site / "rules/silvergold.html").read_text()


@pytest.mark.slow
def test_search_works_in_pages_opened_from_disk(site):
    from playwright.sync_api import sync_playwright

    path = find_browser.browser()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for page in ("index.html", "rules/eldorado.html"):
            shown = browser.new_page(viewport={"width": 1300, "height": 800})
            shown.goto((site / page).as_uri())
            shown.locator(".md-search__input").click()
            shown.keyboard.type("base camp")
            found = shown.locator(".md-search-result__link").first
            found.wait_for(timeout=20_000)
            assert (site / "rules").as_uri() in found.evaluate("link => link.href")
        browser.close()

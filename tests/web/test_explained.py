"""The page about a rebuilt app, served: behind the guard, with nothing inside that its rules forbid."""

from __future__ import annotations

from starlette.testclient import TestClient

from phonebuddy.web.explained import STYLE, Explained
from phonebuddy.web.guard import Door

HTML = "<!doctype html><style>a{b:c}</style><img src='data:image/png;base64,QUJD'><p>data: stays</p>"


def client(page: Explained) -> TestClient:
    return TestClient(page.app, base_url=f"http://127.0.0.1:{page.door.port}", follow_redirects=True)


def test_style_and_pictures_have_addresses_of_their_own() -> None:
    page = Explained(HTML, Door(4711))
    browser = client(page)
    address = page.door.url.partition("4711")[2]
    assert browser.get(address).status_code == 200
    text = browser.get("/").text
    assert "<style" not in text
    assert "base64" not in text
    assert browser.get(STYLE).text == "a{b:c}"
    (picture,) = [path for path in page.files if path.startswith("/picture/")]
    assert browser.get(picture).content == b"ABC"
    assert browser.get("/elsewhere").status_code == 404


def test_strangers_are_not_let_in() -> None:
    page = Explained(HTML, Door(4711))
    assert client(page).get("/").status_code in (401, 403)
    assert client(page).get("/", headers={"host": "evil.example"}).status_code in (400, 403, 421)

"""The REST interface against its own description, by schemathesis, and the description itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, reject
from hypothesis import settings as examples
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from expedition.server.app import create_app
from expedition.server.schemas.socket import socket_schemas
from expedition.server.settings import Settings

pytestmark = pytest.mark.server


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("schema") / "test.db"
    app = create_app(
        Settings(database=str(database), rate_limits=False, warm_bots=False, bots="tests.server.plain_bots")
    )
    with TestClient(app, base_url="http://127.0.0.1") as opened:
        opened.post("/api/guest", json={"name": "Ana"}).raise_for_status()
        yield opened


schema = schemathesis.openapi.from_dict(create_app(Settings(database=":memory:")).openapi())


@schema.parametrize()
@examples(max_examples=8, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
def test_given_any_request_of_the_description_then_the_answer_fits_it(case: Any, client: TestClient) -> None:
    if case.operation.path in ("/api/workshop/surprise", "/api/workshop/trials"):
        pytest.skip("games are played for every example, which takes minutes; test_workshop asks these")
    keywords = case.as_transport_kwargs(base_url="http://127.0.0.1")
    keywords.pop("cookies", None)
    try:
        response = client.request(**keywords)
    except httpx.InvalidURL:  # longer than the test's own client lets out
        reject()
    case.validate_response(response, checks=CHECKS)


def test_given_the_tool_for_clients_then_it_prints_everything_types_are_made_of() -> None:
    command = [sys.executable, "-m", "expedition.server.schemas"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert told["socket"] == socket_schemas()
    assert "/api/rooms/{code}/replay" in told["openapi"]["paths"]
    assert {"Act", "Undo", "Look"} <= set(told["socket"]["client"]["$defs"])
    assert {"StateMessage", "UpdateMessage", "ErrorMessage"} <= set(told["socket"]["server"]["$defs"])


def test_given_the_protocol_document_then_it_names_every_message_and_every_path() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    for side in socket_schemas().values():
        for name in side["discriminator"]["mapping"]:
            assert f'"type": "{name}"' in text, name
    for path in create_app(Settings(database=":memory:")).openapi()["paths"]:
        assert path.split("?")[0] in text, path

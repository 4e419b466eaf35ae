"""A player in about fifty lines: sits down in a room over the public interface and plays random legal actions.

    python examples/bot_client.py http://127.0.0.1:8000 --game silvergold      looks for a match
    python examples/bot_client.py http://127.0.0.1:8000 --room K7QMPA          takes a free seat there

Needs httpx and websockets. Replace `choose` with something clever. docs/protocol.md tells the rest.
"""

import argparse
import asyncio
import json
import random

import httpx
from websockets.asyncio.client import connect


def choose(view: dict, legal: list[dict]) -> dict:
    return random.choice(legal)


async def sit_down(client: httpx.AsyncClient, name: str, game: str, room: str | None) -> str:
    await client.post("/api/guest", json={"name": name})
    if room is None:
        answer = await client.post("/api/match", json={"game": game, "setup": {"players": 2}})
        return answer.raise_for_status().json()["code"]
    seats = (await client.get(f"/api/rooms/{room}")).raise_for_status().json()["seats"]
    free = next(seat["seat"] for seat in seats if seat["kind"] == "open")
    (await client.put(f"/api/rooms/{room}/seats/{free}", json={"kind": "me"})).raise_for_status()
    return room


async def play(address: str, name: str, game: str, room: str | None = None) -> list[int] | None:
    async with httpx.AsyncClient(base_url=address) as client:
        code = await sit_down(client, name, game, room)
        cookie = f"expedition={client.cookies['expedition']}"
    where = address.replace("http", "ws", 1) + f"/api/rooms/{code}/socket?offer=legal"
    async with connect(where, additional_headers={"Cookie": cookie}) as socket:
        seat = None
        async for text in socket:
            message = json.loads(text)
            if "you" in message:
                seat = message["you"]["looking"]
            if message.get("room", {}).get("status") == "over":
                return message["room"]["ranking"]
            table = message.get("table")
            if table and table["legal"]:
                act = {"type": "act", "id": 1, "seat": seat, "ply": table["ply"], "count": table["count"]}
                act["actions"] = [choose(table["view"], table["legal"])]
                await socket.send(json.dumps(act))
    return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--name", default="Example")
    parser.add_argument("--game", default="eldorado")
    parser.add_argument("--room")
    given = parser.parse_args()
    print("ranking:", asyncio.run(play(given.address, given.name, given.game, given.room)))

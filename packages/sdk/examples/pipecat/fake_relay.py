"""A relay that says what a test wants and writes down what it hears."""

import asyncio
import json

from aiohttp import WSMsgType, web


class FakeRelay:
    """Each connection runs `script(relay, socket)`; `heard` has every message of every connection."""

    def __init__(self, script):
        self.heard: list[list[dict]] = []
        self.tokens: list[dict] = []
        self._script = script
        self._news = asyncio.Condition()

    async def __aenter__(self):
        app = web.Application()
        app.add_routes([web.post("/v1/stream/tokens", self._token), web.get("/v1/stream", self._stream)])
        self._runner = web.AppRunner(app, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        await self._runner.cleanup()

    async def until(self, kind: str, count: int = 1) -> dict:
        """The `count`th message of a kind on the newest connection."""

        def found():
            same = [message for message in self.heard[-1] if message["type"] == kind] if self.heard else []
            return same[count - 1] if len(same) >= count else None

        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: found() is not None), 10)
        return found()

    async def _token(self, request):
        self.tokens.append({"key": request.headers.get("X-API-Key"), "body": await request.json()})
        return web.json_response({"token": "stk_1", "expires_at": "2030-01-01T00:00:00Z", "session_id": "ses_1"})

    async def _stream(self, request):
        socket = web.WebSocketResponse(protocols=("undertone.v1.json",))
        await socket.prepare(request)
        self.heard.append([])
        mine = self.heard[-1]
        script = asyncio.create_task(self._script(self, socket, len(self.heard)))
        async for received in socket:
            if received.type is WSMsgType.TEXT:
                async with self._news:
                    mine.append(json.loads(received.data))
                    self._news.notify_all()
        script.cancel()
        return socket


def ready(next_sample: int = 0, generation: int = 1) -> dict:
    return {
        "type": "session.ready",
        "generation": generation,
        "session_id": "ses_1",
        "resume_handle": "rsm_1",
        "next_sample": [next_sample],
    }

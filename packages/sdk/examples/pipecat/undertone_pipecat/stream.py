"""One session of `/v1/stream`, over as many sockets as it takes (proto/SPEC.md, RT42 to RT49)."""

import asyncio
import base64
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from .timeline import Span, Timeline

RECONNECT_DELAYS_S = (0, 0.3, 1.2, 2.7, 4.8, 7.0)
JITTER_S = 1.0
GIVE_UP_AFTER_S = 600
HANDSHAKE_S = 15
#: A ping without an answer for half of this ends the connection, 24 s after the last sign of life.
HEARTBEAT_S = 16
RING_S = 30
#: Audio from before the first connection: more than this would be ahead of real time (RT25).
BACKLOG_S = 4
FRAME_MS = 40
MOST_MS = 100
#: Missing audio may come at four times its own speed (RT25).
REPLAY_SPEED = 3.5

Message = dict[str, Any]


class RelayRefused(Exception):
    """Another try would not change it. `code` is the relay's error code."""

    def __init__(self, code: str, message: str):
        super().__init__(f"{code}: {message}")
        self.code = code


class RelayStream:
    """Streams 16-bit samples of one caller. Memory is bounded by 30 s of audio, whatever the network does."""

    def __init__(
        self,
        *,
        url: str,
        hello: Message,
        on_message: Callable[[Message], Awaitable[None]],
        on_state: Callable[[str, str], Awaitable[None]],
        api_key: str | None = None,
        get_token: Callable[[str | None], Awaitable[str]] | None = None,
    ):
        """`get_token` is given the session's id once there is one, and raises `RelayRefused` when there will be none. Give either it or `api_key`."""
        if (api_key is None) == (get_token is None):
            raise ValueError("give either api_key or get_token")
        if not url.startswith(("http://", "https://")):
            raise ValueError("url begins with https:// or http://")
        self._url = url.rstrip("/")
        self._hello, self._on_message, self._on_state = hello, on_message, on_state
        self._api_key, self._get_token = api_key, get_token
        self._rate: int = hello["channels"][0]["sample_rate"]
        self._timeline = Timeline(RING_S * self._rate)
        self._news = asyncio.Event()
        self._ready: Message | None = None
        self._seq = self._server_seq = 0
        self._ending: str | None = None
        self._summary: Message | None = None
        self._last_error: Message | None = None
        self._live_since: float | None = None
        self._retried = False

    # What the caller of this class does

    def audio(self, pcm: bytes) -> None:
        self._timeline.audio(pcm)
        self._news.set()

    def gap(self, seconds: float, reason: str) -> None:
        self._timeline.gap(round(seconds * self._rate), reason)
        self._news.set()

    def pause(self, reason: str) -> None:
        self._timeline.control({"type": "pause", "reason": reason})
        self._news.set()

    def resume(self) -> None:
        self._timeline.control({"type": "resume"})
        self._news.set()

    def end(self, reason: str) -> None:
        """The rest of the audio is heard, then `run` returns the summary."""
        self._ending = self._ending or reason
        self._news.set()

    async def run(self) -> Message | None:
        """Until the session is over. Returns `session_end`, or `None` when the relay ended it without one.

        Raises:
            RelayRefused: the relay will not have this session, or could not be reached for ten minutes.
        """
        async with aiohttp.ClientSession() as http:
            attempt, down_since = 0, time.monotonic()
            while True:
                self._live_since = None
                delay, reason = await self._connection(http)
                if self._summary is not None or delay is None:
                    return self._summary
                if self._live_since is not None and time.monotonic() - self._live_since > 5:
                    attempt, down_since = 0, time.monotonic()
                if time.monotonic() - down_since > GIVE_UP_AFTER_S:
                    raise RelayRefused("gave_up", reason)
                wait = RECONNECT_DELAYS_S[min(attempt, len(RECONNECT_DELAYS_S) - 1)]
                jitter = random.random() * JITTER_S if attempt > 0 else 0
                attempt += 1
                await self._on_state("reconnecting", reason)
                await asyncio.sleep(max(delay, wait + jitter))

    # One connection

    async def _connection(self, http: aiohttp.ClientSession) -> tuple[float | None, str]:
        """Returns how long to wait before the next one, `None` when the session is over, and why."""
        self._last_error = None
        try:
            protocols = ("undertone.v1.json", f"undertone.auth.{await self._token(http)}")
            address = f"ws{self._url.removeprefix('http')}/v1/stream"
            # The relay's pings are answered by aiohttp.
            socket = await http.ws_connect(
                address, protocols=protocols, heartbeat=HEARTBEAT_S, timeout=aiohttp.ClientWSTimeout(ws_close=2)
            )
        except aiohttp.WSServerHandshakeError as error:
            return self._refused(error.status, "the relay refused the connection")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return 0, f"no connection: {type(error).__name__}"
        async with socket:
            sender: asyncio.Task | None = None
            leaver: asyncio.Task | None = None
            try:
                await self._send(socket, self._greeting())
                while True:
                    wait = HANDSHAKE_S if sender is None else None
                    received = await socket.receive(timeout=wait)
                    if received.type is not aiohttp.WSMsgType.TEXT:
                        break
                    message = json.loads(received.data)
                    if not self._is_new(message):
                        continue
                    if message["type"] == "session.ready":
                        await self._on_ready(message)
                        sender = asyncio.create_task(self._sending(socket))
                    elif message["type"] == "audio.ack":
                        self._timeline.acknowledge(message["through_sample"])
                    elif message["type"] == "go_away" and message.get("resume"):
                        leaver = asyncio.create_task(self._leave(socket, message))
                    elif message["type"] == "error":
                        self._last_error = message
                    elif message["type"] == "session_end":
                        self._summary = message
                    await self._on_message(message)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                return 0, f"the connection broke: {type(error).__name__}"
            finally:
                await _stop(sender, leaver)
        return self._after_close(socket.close_code)

    def _greeting(self) -> Message:
        if self._ready is None:
            return self._hello
        resume = {
            "handle": self._ready["resume_handle"],
            "last_server_seq": self._server_seq,
            "next_sample": [self._timeline.base],
        }
        return {**self._hello, "resume": resume}

    def _is_new(self, message: Message) -> bool:
        seq = message.get("seq", 0)
        if 0 < seq <= self._server_seq:
            return False  # sent again, but it came before the connection broke
        self._server_seq = max(self._server_seq, seq)
        return True

    async def _on_ready(self, ready: Message) -> None:
        first = self._ready is None
        self._ready = ready
        self._retried = False
        self._live_since = time.monotonic()
        self._timeline.rewind((ready.get("next_sample") or [0])[0])
        if first:
            self._timeline.drop_unsent(BACKLOG_S * self._rate)
        await self._on_state("listening", "ready" if first else "resumed")

    async def _sending(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            await self._send_all(socket)
        except (aiohttp.ClientError, OSError):
            await socket.close()  # ends `receive` as well

    async def _send_all(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Sends what is in the timeline, and then what comes."""
        state = self._timeline.control_at_cursor()
        if state is not None:
            # A relay that came back from its last checkpoint may not know it.
            await self._send(socket, state)
        while True:
            self._news.clear()
            ending = self._ending
            least = 1 if ending else self._samples(FRAME_MS)
            while (piece := self._timeline.take(self._samples(MOST_MS), least)) is not None:
                await self._send(socket, _message(piece))
                if self._timeline.end - self._timeline.cursor > self._samples(10 * FRAME_MS):
                    await asyncio.sleep(piece.count / self._rate / REPLAY_SPEED if piece.pcm else 0)
            if ending:
                await self._send(socket, {"type": "session.end", "reason": ending})
                return
            await self._news.wait()

    async def _leave(self, socket: aiohttp.ClientWebSocketResponse, go_away: Message) -> None:
        """At a random moment before the deadline, so that not everybody comes back at once."""
        wait = max(go_away.get("retry_after_ms", 0), random.random() * go_away["deadline_ms"] / 2)
        await asyncio.sleep(wait / 1000)
        if self._ending:
            return  # the answer to the end comes on this socket
        # Not 1000 or 1001: this client comes back, so its place is kept (RT73).
        await socket.close(code=3001, message=b"asked to go away")

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, message: Message) -> None:
        self._seq += 1
        # `audio_pos` says how much of what follows is a replay.
        envelope = {"seq": self._seq, "ack": self._server_seq, "audio_pos": self._timeline.end}
        await socket.send_str(json.dumps({**message, **envelope}))

    async def _token(self, http: aiohttp.ClientSession) -> str:
        session_id = self._ready["session_id"] if self._ready else None
        if self._get_token is not None:
            return await self._get_token(session_id)
        wanted = {"session_id": session_id} if session_id else {}
        headers = {"X-API-Key": self._api_key or ""}
        timeout = aiohttp.ClientTimeout(total=HANDSHAKE_S)
        address = f"{self._url}/v1/stream/tokens"
        async with http.post(address, json=wanted, headers=headers, timeout=timeout) as answer:
            if 400 <= answer.status < 500 and answer.status != 429:
                try:
                    error = json.loads(await answer.text())["error"]
                except (ValueError, KeyError, TypeError):
                    error = {}  # not a relay
                raise RelayRefused(error.get("code", f"http_{answer.status}"), error.get("message", "no token"))
            answer.raise_for_status()
            return (await answer.json())["token"]

    # Ends

    def _refused(self, status: int, why: str) -> tuple[float, str]:
        """A token may have expired on its way, so a fresh one is tried once; a server in trouble, or a full one, again and again."""
        if status == 429 or status >= 500:
            return 0, f"{why} ({status})"
        if status in (401, 403) and not self._retried:
            self._retried = True
            return 0, f"{why} ({status})"
        raise RelayRefused({401: "unauthorized", 403: "forbidden"}.get(status, f"http_{status}"), why)

    def _after_close(self, code: int | None) -> tuple[float | None, str]:
        """The contract's table: 1xxx and 45xx come back, 40xx are ends by design, 44xx are not tried again as they are."""
        error = self._last_error or {}
        name, text = error.get("code", f"close_{code}"), error.get("message", "the relay closed the stream")
        wait = error.get("retry_after_ms", 0) / 1000
        if code == 1000 or (code is not None and 4000 <= code < 4100):
            return None, name
        if code == 4404 and self._ending:
            return None, name  # it had ended already, and its answer was lost
        if code in (4401, 4429) and not self._retried:
            self._retried = True
            return wait or (5 if code == 4429 else 0), name
        if code is not None and 4400 <= code < 4500:
            raise RelayRefused(name, text)
        return wait, name

    def _samples(self, ms: int) -> int:
        return ms * self._rate // 1000


async def _stop(*tasks: asyncio.Task | None) -> None:
    for task in tasks:
        if task is None:
            continue
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass


def _message(piece: Span) -> Message:
    if piece.control:
        return piece.control
    place = {"channel": 0, "first_sample": piece.first, "sample_count": piece.count}
    if piece.reason:
        return {"type": "audio.gap", **place, "reason": piece.reason}
    return {"type": "audio", **place, "payload": base64.b64encode(piece.pcm).decode()}

"""The processor: put it between the transport's input and everything that hears the caller."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import numpy as np
from pipecat.audio.utils import create_stream_resampler
from pipecat.frames.frames import (
    CancelFrame,
    EndFrame,
    Frame,
    InputAudioRawFrame,
    LLMMessagesTransformFrame,
    TTSUpdateSettingsFrame,
    UserAudioRawFrame,
    UserMuteStartedFrame,
    UserMuteStoppedFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.settings import TTSSettings

from .clock import CallerClock
from .frames import (
    AgentModulationFrame,
    CallerReadingFrame,
    SteeringCueFrame,
    ToneShiftFrame,
    UndertonePauseFrame,
    UndertoneResumeFrame,
)
from .prompt import Advice
from .stream import RelayRefused, RelayStream

END_S = 10
CANCEL_S = 2


class UndertoneProcessor(FrameProcessor):
    """Streams the caller's audio to a relay and pushes downstream how the caller sounds. Audio passes through unchanged.

    Event handlers available:

    - on_warning(processor, warning): the relay's warnings.
    - on_state(processor, state, reason): `listening`, `reconnecting`.
    - on_ended(processor, summary): `session_end`, or None. The last event.
    """

    def __init__(
        self,
        *,
        url: str,
        api_key: str | None = None,
        get_token: Callable[[str | None], Awaitable[str]] | None = None,
        user_id: str | None = None,
        subject: Literal["customer", "unknown"] = "customer",
        vertical: str | None = None,
        line: str | None = None,
        metadata: dict[str, str] | None = None,
        consent: dict[str, Any] | None = None,
        steering: dict[str, Any] | None = None,
        readings: bool = False,
        tts_delta: Callable[[dict[str, Any]], TTSSettings] | None = None,
        **kwargs,
    ):
        """Initialize the processor.

        Args:
            url: The relay's address, `https://relay.example.com`.
            api_key: An API key of the relay, from the environment. Give either this or `get_token`.
            get_token: Answers with a fresh stream token each time; is given the session's id once there is one.
            user_id: The participant who is heard (`UserAudioRawFrame.user_id`). Without it, the first who speaks.
            subject: Who the caller is for the relay.
            vertical: `contact_center` and so on.
            line: The trunk or queue that the call came over (RT101).
            metadata: Words about the call (`call_id`, `queue`, `language`). Never a secret.
            consent: `basis`, `scope` and so on of the hello.
            steering: `enabled`, `alert_budget` of the hello.
            readings: Whether each reading is pushed as a `CallerReadingFrame`: four a second while the caller speaks.
            tts_delta: Turns a modulation into settings of your voice service, which are pushed as
                `TTSUpdateSettingsFrame`.
            **kwargs: Of `FrameProcessor`.

        Raises:
            ValueError: wrong `url`, or not exactly one credential.
        """
        super().__init__(**kwargs)
        wishes = {"vertical": vertical, "line": line, "consent": consent, "steering": steering}
        self._hello = {
            "type": "session.hello",
            "protocol_version": 1,
            "source": "pipecat",
            "features": ["emotion", "prosody", "vad", "vertical", "prediction"],
            "metadata": metadata or {},
            **{name: value for name, value in wishes.items() if value is not None},
        }
        self._connection = {"url": url, "api_key": api_key, "get_token": get_token}
        self._subject, self._user_id = subject, user_id
        self._readings, self._tts_delta = readings, tts_delta
        # Refuses wrong options now, not with the first sound.
        self._make_stream(16_000)
        self._rate = 0
        self._resampler = create_stream_resampler()
        self._stream: RelayStream | None = None
        self._running: asyncio.Task | None = None
        self._ticking: asyncio.Task | None = None
        self._advice = Advice()
        self._paused: str | None = None
        self._clock = CallerClock(time.monotonic, self._heard, self._missed)
        for name in ("on_warning", "on_state", "on_ended"):
            self._register_event_handler(name)

    @property
    def modulation(self) -> dict[str, Any] | None:
        """How the bot's voice should sound, of the moment."""
        return self._advice.modulation

    async def process_frame(self, frame: Frame, direction: FrameDirection):
        """Hears the caller's audio; everything passes on."""
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame) and direction is FrameDirection.DOWNSTREAM:
            await self._hear(frame)
        elif isinstance(frame, (UserMuteStartedFrame, UserMuteStoppedFrame)):
            muted = isinstance(frame, UserMuteStartedFrame)
            (self._clock.leave if muted else self._clock.come_back)("muted")
        elif isinstance(frame, UndertonePauseFrame):
            self._pause(frame.reason)
        elif isinstance(frame, UndertoneResumeFrame):
            self._resume()
        elif isinstance(frame, EndFrame):
            await self._close("ended_by_agent", END_S)
        elif isinstance(frame, CancelFrame):
            await self._close("cancelled", CANCEL_S)
        await self.push_frame(frame, direction)

    async def cleanup(self):
        """Ends what an end or cancel frame has not ended."""
        await self._close("cancelled", CANCEL_S)
        await super().cleanup()

    async def _hear(self, frame: InputAudioRawFrame) -> None:
        if isinstance(frame, UserAudioRawFrame):
            self._user_id = self._user_id or frame.user_id
            if frame.user_id != self._user_id:
                return
        if self._clock.deaf:
            return
        pcm = frame.audio
        if frame.num_channels > 1:
            samples = np.frombuffer(pcm, dtype=np.int16).reshape(-1, frame.num_channels)
            pcm = samples.mean(axis=1).astype(np.int16).tobytes()
        seconds = len(pcm) / 2 / frame.sample_rate
        if self._rate == 0:
            # The relay hears 8,000 to 48,000 Hz as they come. A transport that changes its rate is resampled to the first one.
            self._rate = min(max(frame.sample_rate, 8_000), 48_000)
            self._begin()
        if frame.sample_rate != self._rate:
            pcm = await self._resampler.resample(pcm, frame.sample_rate, self._rate)
        self._clock.frame(pcm, seconds)

    def _make_stream(self, rate: int) -> RelayStream:
        channel = {"id": "caller", "subject": self._subject, "encoding": "pcm_s16le", "sample_rate": rate, "frame_ms": 40}
        hello = {**self._hello, "channels": [channel]}
        return RelayStream(hello=hello, on_message=self._told, on_state=self._changed, **self._connection)

    def _begin(self) -> None:
        """With the caller's first sound: a bot without a caller takes no place in the plan."""
        self._stream = self._make_stream(self._rate)
        self._running = self.create_task(self._run(self._stream))
        self._ticking = self.create_task(self._tick())

    async def _run(self, stream: RelayStream) -> None:
        summary = None
        try:
            summary = await stream.run()
        except RelayRefused as refused:
            # The bot goes on without its ear; the pipeline's owner decides (`processor_unusable_policy`).
            await self.push_error(str(refused), exception=refused, force_treat_as_permanent=True)
        finally:
            self._stream = None
            await self._call_event_handler("on_ended", summary)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._clock.tick()

    def _heard(self, pcm: bytes) -> None:
        if self._stream is not None:
            self._stream.audio(pcm)

    def _missed(self, seconds: float, reason: str) -> None:
        if self._stream is not None:
            self._stream.gap(seconds, reason)

    def _pause(self, reason: str) -> None:
        if self._paused is not None:
            return
        self._paused = reason
        self._clock.leave("privacy")
        if self._stream is not None:
            self._stream.pause(reason)

    def _resume(self) -> None:
        if self._paused is None:
            return
        self._paused = None
        self._clock.come_back("privacy")
        if self._stream is not None:
            self._stream.resume()

    async def _close(self, reason: str, within: float) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        if self._ticking is not None:
            await self.cancel_task(self._ticking)
        if self._stream is not None:
            self._clock.tick()
            self._stream.end(reason)
        await asyncio.wait([running], timeout=within)
        if not running.done():
            await self.cancel_task(running)

    async def _changed(self, state: str, reason: str) -> None:
        await self._call_event_handler("on_state", state, reason)

    async def _told(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "directive":
            await self._directive(message)
        elif kind == "agent_steering":
            await self.push_frame(SteeringCueFrame(message))
        elif kind == "tone_shift":
            await self.push_frame(ToneShiftFrame(message))
            if self._advice.shifted(message):
                await self._prompt()
        elif kind == "warning":
            await self._call_event_handler("on_warning", message)

    async def _directive(self, directive: dict[str, Any]) -> None:
        if self._readings:
            await self.push_frame(CallerReadingFrame(directive))
        modulation = directive.get("agent_modulation")
        if modulation is None:
            return
        changed, reworded = self._advice.take(modulation)
        if changed:
            await self.push_frame(AgentModulationFrame(modulation))
            if self._tts_delta is not None:
                await self.push_frame(TTSUpdateSettingsFrame(delta=self._tts_delta(modulation)))
        if reworded:
            await self._prompt()

    async def _prompt(self) -> None:
        """The language model's context holds one message of ours, the newest."""
        frame = LLMMessagesTransformFrame(transform=self._advice.transform, run_llm=False)
        # The caller's next words would drop it, and with them the advice that they call for.
        frame.interruptible = False
        await self.push_frame(frame)

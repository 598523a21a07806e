"""The recipe on a running relay with real speech. `npm run test:pipecat` starts the relay and says where everything is:

`UNDERTONE_URL`, `UNDERTONE_API_KEY`, `UNDERTONE_SPEECH` (a folder with `calm.s16` and `angry.s16`, 16-bit samples at 16 kHz),
`UNDERTONE_CONTROL` (POST `/down`, `/up`, `/restart`), `UNDERTONE_OUT` (a folder for what the caller's test compares).
"""

import asyncio
import json
import os
import unittest
from pathlib import Path

import aiohttp
from pipecat.frames.frames import ErrorFrame, Frame, InputAudioRawFrame, InterruptionFrame, TTSUpdateSettingsFrame
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.tests.utils import SleepFrame, run_test

from slowing_bot import INSTRUCTIONS, slowing_bot
from undertone_pipecat import (
    AgentModulationFrame,
    CallerReadingFrame,
    SteeringCueFrame,
    ToneShiftFrame,
    UndertonePauseFrame,
    UndertoneProcessor,
    UndertoneResumeFrame,
)

URL, KEY = os.environ["UNDERTONE_URL"], os.environ["UNDERTONE_API_KEY"]
CHUNK = 16_000 // 50 * 2


def speech(name: str) -> bytes:
    return (Path(os.environ["UNDERTONE_SPEECH"]) / f"{name}.s16").read_bytes()


def spoken(pcm: bytes):
    """At the pace of speech, as a transport brings it."""
    begun = asyncio.get_running_loop().time()
    for at in range(0, len(pcm), CHUNK):
        yield InputAudioRawFrame(audio=pcm[at : at + CHUNK], sample_rate=16_000, num_channels=1)
        late = asyncio.get_running_loop().time() - begun - at / 32_000
        yield SleepFrame(max(0.0, 0.02 - late))


async def control(path: str) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.post(f"{os.environ['UNDERTONE_CONTROL']}{path}") as answer:
            answer.raise_for_status()


class Through(FrameProcessor):
    """Stands for a service or a transport: everything passes."""

    async def process_frame(self, frame: Frame, direction: FrameDirection):
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)


def listening(**options) -> tuple[UndertoneProcessor, list, list]:
    undertone = UndertoneProcessor(url=URL, api_key=options.pop("api_key", KEY), readings=True, **options)
    ended, states = [], []
    undertone.add_event_handler("on_ended", lambda _, summary: ended.append(summary))
    undertone.add_event_handler("on_state", lambda _, state, reason: states.append(reason))
    return undertone, ended, states


class RelayTest(unittest.IsolatedAsyncioTestCase):
    async def test_readings_are_those_of_the_same_audio(self):
        undertone, ended, _ = listening(line="pipecat")
        down, _ = await run_test(undertone, frames_to_send=spoken(speech("calm")))
        readings = [frame.directive for frame in down if isinstance(frame, CallerReadingFrame)]
        result = {"readings": readings, "usage": ended[0]["usage"]}
        (Path(os.environ["UNDERTONE_OUT"]) / "readings.json").write_text(json.dumps(result))
        # The audio itself passes unchanged.
        passed = b"".join(frame.audio for frame in down if isinstance(frame, InputAudioRawFrame))
        self.assertEqual(passed, speech("calm"))

    async def test_a_bot_slows_down_and_is_told_so_when_its_caller_is_upset(self):
        source, stt, llm, tts, sink = (Through() for _ in range(5))
        bot, context, undertone = slowing_bot(
            url=URL, api_key=KEY, source=source, stt=stt, llm=llm, tts=tts, sink=sink
        )
        before: list = []

        def frames():
            yield from spoken(speech("calm"))
            before.extend([list(context.get_messages()), undertone.modulation])
            # The caller speaks on while the bot speaks.
            yield InterruptionFrame()
            yield from spoken(speech("angry"))

        down, _ = await run_test(bot, frames_to_send=frames())

        def those(kind):
            return [frame for frame in down if isinstance(frame, kind)]

        self.assertNotIn("upset", json.dumps(before[0]))
        self.assertEqual(before[1]["tts"].get("speed", 1), 1)
        first, *ours = context.get_messages()
        self.assertEqual(first["content"], INSTRUCTIONS)
        self.assertEqual([message["role"] for message in ours], ["developer"])
        self.assertIn("upset", ours[0]["content"])
        self.assertIn("caller_escalating", [frame.steering["mode"] for frame in those(SteeringCueFrame)])
        self.assertTrue(those(ToneShiftFrame))
        self.assertLess(min(frame.modulation["tts"].get("speed", 1) for frame in those(AgentModulationFrame)), 0.97)
        speeds = [frame.delta.speed for frame in those(TTSUpdateSettingsFrame)]
        self.assertLess(min(speeds), 0.97)

    async def test_goes_on_over_a_broken_connection_and_a_relay_that_is_replaced(self):
        undertone, ended, states = listening()
        spoken_s = 0.0
        over = asyncio.Event()

        def frames():
            nonlocal spoken_s
            while not over.is_set():
                yield from spoken(speech("calm"))
                spoken_s += len(speech("calm")) / 32_000

        async def resumed(times: int):
            while states.count("resumed") < times:
                await asyncio.sleep(0.1)  # the handlers run in tasks of their own

        async def trouble():
            await asyncio.sleep(2)
            await control("/down")
            await asyncio.sleep(1)
            await control("/up")
            await resumed(1)
            await control("/restart")  # tells the streams to go away, and another process takes its place
            await resumed(2)
            over.set()

        (down, _), _ = await asyncio.gather(run_test(undertone, frames_to_send=frames()), asyncio.wait_for(trouble(), 90))
        self.assertAlmostEqual(ended[0]["duration_s"], spoken_s, delta=0.1)
        readings = [frame.directive for frame in down if isinstance(frame, CallerReadingFrame)]
        spans = [(reading["audio_start_ms"], reading["audio_end_ms"]) for reading in readings]
        self.assertEqual(len(spans), len(set(spans)))
        self.assertEqual(spans, sorted(spans))

    async def test_a_pause_costs_nothing_and_the_clock_goes_on(self):
        undertone, ended, _ = listening()
        pcm = speech("calm")
        third = len(pcm) // 3 // CHUNK * CHUNK

        def frames():
            yield from spoken(pcm[:third])
            yield UndertonePauseFrame("payment_data")
            yield from spoken(pcm[third : 2 * third])
            yield UndertoneResumeFrame()
            yield from spoken(pcm[2 * third :])

        await run_test(undertone, frames_to_send=frames())
        seconds, paused = len(pcm) / 32_000, third / 32_000
        self.assertAlmostEqual(ended[0]["duration_s"], seconds, delta=0.3)
        self.assertLess(ended[0]["usage"]["billed_ms"] / 1000, seconds - paused + 0.3)

    async def test_a_wrong_key_is_an_error_of_the_processor_and_the_bot_goes_on(self):
        undertone, ended, _ = listening(api_key=f"{KEY}x")
        pcm = speech("calm")[: 32_000]
        down, up = await run_test(undertone, frames_to_send=spoken(pcm))
        errors = [frame for frame in up if isinstance(frame, ErrorFrame)]
        self.assertEqual([error.exception.code for error in errors], ["unauthorized"])
        self.assertNotIn(KEY, errors[0].error)
        self.assertFalse(undertone.is_usable)
        self.assertEqual(ended, [None])
        self.assertEqual(sum(len(frame.audio) for frame in down if isinstance(frame, InputAudioRawFrame)), len(pcm))


if __name__ == "__main__":
    unittest.main()

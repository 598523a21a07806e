"""What the recipe sends is what `sent.jsonl` says, which `npm test` reads with the protocol's own reader."""

import asyncio
import json
import os
import re
import unittest
from pathlib import Path

from fake_relay import FakeRelay, ready
from pipecat.frames.frames import (
    InputAudioRawFrame,
    InterruptionFrame,
    LLMMessagesTransformFrame,
    UserAudioRawFrame,
    UserMuteStartedFrame,
    UserMuteStoppedFrame,
)
from pipecat.tests.utils import SleepFrame, run_test

from undertone_pipecat import (
    AgentModulationFrame,
    SteeringCueFrame,
    ToneShiftFrame,
    UndertonePauseFrame,
    UndertoneProcessor,
    UndertoneResumeFrame,
)

FOLDER = Path(__file__).parent
FIXTURES = FOLDER / "../../../../proto/fixtures"


def sound(ms: int = 20, rate: int = 16_000) -> InputAudioRawFrame:
    return InputAudioRawFrame(audio=b"\1\0" * (ms * rate // 1000), sample_rate=rate, num_channels=1)


def fixture(name: str) -> dict:
    return json.loads((FIXTURES / f"server.{name}.json").read_text())


def processor(relay: FakeRelay, **options) -> UndertoneProcessor:
    return UndertoneProcessor(url=relay.url, api_key="psk_test", **options)


class MessagesTest(unittest.IsolatedAsyncioTestCase):
    async def test_every_message_of_a_call_with_pause_mute_and_a_broken_connection(self):
        async def script(relay: FakeRelay, socket, connection: int):
            await relay.until("session.hello")
            if connection == 1:
                await socket.send_json(ready())
                await relay.until("audio")
                await socket.send_json({"type": "audio.ack", "channel": 0, "through_sample": 640, "lag_ms": 1})
                await socket.send_json({"type": "go_away", "reason": "deploy", "deadline_ms": 0, "resume": True})
                return
            await socket.send_json(ready(1_280, generation=2))
            await relay.until("session.end")
            await socket.send_json({**fixture("end"), "seq": 2})
            await socket.close()

        async with FakeRelay(script) as relay:
            undertone = processor(
                relay,
                vertical="contact_center",
                line="trunk-7",
                metadata={"call_id": "c-1"},
                consent={"basis": "announcement", "scope": ["emotion"]},
                steering={"enabled": True},
            )
            ended = []
            undertone.add_event_handler("on_ended", lambda _, summary: ended.append(summary))
            back = asyncio.Event()

            async def state(_, now, reason):
                if reason == "resumed":
                    back.set()

            undertone.add_event_handler("on_state", state)

            def frames():
                yield from (sound() for _ in range(4))
                # Until the relay told it to go and it came back.
                for _ in range(200):
                    if back.is_set():
                        break
                    yield SleepFrame(0.05)
                yield UserMuteStartedFrame()
                yield SleepFrame(0.2)
                yield UserMuteStoppedFrame()
                yield from (sound() for _ in range(2))
                yield SleepFrame(0.1)
                yield UndertonePauseFrame("payment_data")
                yield from (sound() for _ in range(50))
                yield SleepFrame(0.2)
                yield UndertoneResumeFrame()
                yield from (sound() for _ in range(2))
                yield SleepFrame(0.1)

            await run_test(undertone, frames_to_send=frames())
        # Each token for the session that it continues.
        self.assertEqual([token["body"] for token in relay.tokens], [{}, {"session_id": "ses_1"}])
        self.assertEqual(ended[0]["reason"], "client_ended")
        sent = normal([message for connection in relay.heard for message in connection])
        golden = FOLDER / "sent.jsonl"
        if os.environ.get("UNDERTONE_WRITE_GOLDEN"):
            golden.write_text("".join(f"{json.dumps(message)}\n" for message in sent))
        self.assertEqual(sent, [json.loads(line) for line in golden.read_text().splitlines()])
        self.check_clock(relay)

    def check_clock(self, relay: FakeRelay):
        """Audio and gaps follow one another; nothing that was spoken in the pause is there."""
        at, heard = 0, 0
        for message in (message for connection in relay.heard for message in connection):
            if message["type"] in ("audio", "audio.gap"):
                self.assertEqual(message["first_sample"], at)
                at += message["sample_count"]
                heard += message["sample_count"] if message["type"] == "audio" else 0
        self.assertEqual(heard, 8 * 320)

    async def test_what_the_relay_says_comes_as_frames_and_an_interruption_takes_no_advice_away(self):
        told = asyncio.Event()

        async def script(relay: FakeRelay, socket, connection: int):
            await relay.until("session.hello")
            await socket.send_json(ready())
            directive = fixture("directive")
            directive["agent_modulation"]["system_prompt_fragment"] = "The caller is upset.\n\nSpeak slowly."
            for seq, message in enumerate((directive, fixture("steering"), fixture("tone-shift"), directive)):
                await socket.send_json({**message, "seq": seq + 1})
            told.set()
            await relay.until("session.end")
            await socket.send_json({**fixture("end"), "seq": 5})
            await socket.close()

        async with FakeRelay(script) as relay:
            undertone = processor(relay)

            def frames():
                yield from (sound() for _ in range(2))
                for _ in range(200):
                    if told.is_set():
                        break
                    yield SleepFrame(0.05)
                yield InterruptionFrame()
                yield SleepFrame(0.1)

            down, _ = await run_test(undertone, frames_to_send=frames())
        ours = [frame for frame in down if not isinstance(frame, (InputAudioRawFrame, InterruptionFrame))]
        kinds = [type(frame) for frame in ours]
        prompt = LLMMessagesTransformFrame
        self.assertEqual(kinds, [AgentModulationFrame, prompt, SteeringCueFrame, ToneShiftFrame, prompt])
        self.assertEqual(ours[0].modulation["tts"]["speed"], 0.9375)
        self.assertEqual(ours[2].steering["cue"]["title"], "The caller is getting upset")
        self.assertEqual(ours[3].shift["direction"], "escalating")
        self.assertFalse(any(frame.interruptible for frame in ours))
        messages = [{"role": "system", "content": "You are the help desk."}, {"role": "user", "content": "Hello!"}]
        for frame in (ours[1], ours[4], ours[4]):
            messages = frame.transform(messages)
        advice = "[caller's tone] The caller is upset. Speak slowly. The caller's tone is heating up."
        self.assertEqual(messages[2:], [{"role": "developer", "content": advice}])

    async def test_only_one_participant_is_heard_and_rates_and_channels_are_fitted(self):
        async def script(relay: FakeRelay, socket, connection: int):
            await relay.until("session.hello")
            await socket.send_json(ready())
            await relay.until("session.end")
            await socket.send_json({**fixture("end"), "seq": 1})
            await socket.close()

        def spoken(user: str, rate: int, channels: int = 1):
            audio = b"\1\0" * (rate // 50 * channels)
            return UserAudioRawFrame(user_id=user, audio=audio, sample_rate=rate, num_channels=channels)

        async with FakeRelay(script) as relay:
            frames = []
            for _ in range(50):
                frames += [spoken("ada", 24_000, 2), spoken("bob", 24_000), spoken("ada", 48_000)]
            await run_test(processor(relay), frames_to_send=frames)
        hello, *rest = relay.heard[0]
        self.assertEqual(hello["channels"][0]["sample_rate"], 24_000)
        heard = sum(message["sample_count"] for message in rest if message["type"] == "audio")
        # A resampler keeps its last milliseconds.
        self.assertLessEqual(abs(heard - 2 * 24_000), 24_000 // 20)

    async def test_the_snippet_of_the_readme_makes_a_processor(self):
        [snippet] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
        names: dict = {}
        exec(snippet, names)
        self.assertIsInstance(names["ear"]("psk_test"), UndertoneProcessor)

    async def test_wrong_options_are_refused_at_once(self):
        for options in ({"url": "relay", "api_key": "k"}, {"url": "https://relay"}):
            with self.assertRaises(ValueError):
                UndertoneProcessor(**options)


def normal(messages: list[dict]) -> list[dict]:
    """Without what differs from run to run: how long a gap was, and into how many messages a span was cut."""
    kept: list[dict] = []
    for message in messages:
        if message.get("reason") == "suspended":
            continue  # the few milliseconds until a caller who is back speaks
        fields = {"seq": len(kept) + 1}
        if message.get("audio_pos", 0) > 1_280:
            fields |= {"audio_pos": 16_000, "first_sample": 16_000}
        if "sample_count" in message:
            fields |= {"sample_count": 1, "payload": "AQA="}
        plain = {**message, **{name: value for name, value in fields.items() if name in message}}
        if kept and "sample_count" in plain and {**kept[-1], "seq": 0} == {**plain, "seq": 0}:
            continue
        kept.append(plain)
    return kept


if __name__ == "__main__":
    unittest.main()

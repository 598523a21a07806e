"""Every sample is sent once as audio or declared, whatever the connection does. Needs only Python."""

import random
import sys
import unittest
from importlib import util
from pathlib import Path

# Without the package around it, which needs Pipecat.
spec = util.spec_from_file_location("timeline", Path(__file__).parent / "undertone_pipecat/timeline.py")
timeline = util.module_from_spec(spec)
sys.modules["timeline"] = timeline
spec.loader.exec_module(timeline)


class TimelineTest(unittest.TestCase):
    def test_random_connections(self):
        for seed in range(300):
            self.one(random.Random(seed))

    def one(self, dice):
        line = timeline.Timeline(ring_samples=400)
        truth: list = []  # one entry a sample: a number, or the reason of its gap
        heard: dict = {}
        lost: set = set()
        controls: list = []
        said: list = []
        connected, received = True, 0

        def drain():
            nonlocal received
            at = line.cursor
            while (piece := line.take(most=100, least=1)) is not None:
                self.assertEqual(line.cursor, at + piece.count)
                if piece.control:
                    said.append((piece.control["n"], at))
                for index in range(piece.count):
                    if piece.pcm:
                        value = int.from_bytes(piece.pcm[2 * index : 2 * index + 2], "little")
                        self.assertEqual(value, truth[at + index])
                        heard[at + index] = value
                    elif piece.reason == "offline" and truth[at + index] != "offline":
                        lost.add(at + index)
                    else:
                        self.assertEqual(piece.reason, truth[at + index])
                        heard[at + index] = piece.reason
                at = line.cursor
            received = at

        for step in range(60):
            what = dice.choice(["audio", "audio", "audio", "gap", "control", "break", "ack", "drain"])
            if what == "audio":
                count = dice.randint(1, 90)
                values = [dice.randint(0, 30_000) for _ in range(count)]
                line.audio(b"".join(value.to_bytes(2, "little") for value in values))
                truth += values
            elif what == "gap":
                count, reason = dice.randint(0, 90), dice.choice(["muted", "privacy"])
                line.gap(count, reason)
                truth += [reason] * count
            elif what == "control":
                controls.append((len(controls), len(truth)))
                line.control({"n": controls[-1][0]})
            elif what == "break":
                # A relay in memory goes on at what it received; one that restarted, at what the client keeps.
                connected = not connected
                if connected:
                    received = dice.choice([received, line.base])
                    line.rewind(received)
            elif connected:
                if what == "ack":
                    line.acknowledge(dice.randint(0, received) if received else 0)
                drain()
            self.assertLessEqual(line.end - line.kept, 400)
        if not connected:
            line.rewind(received)
        drain()
        self.assertEqual(set(range(len(truth))), set(heard) | lost)
        self.assertEqual({n for n, _ in said}, {n for n, _ in controls})
        # A message is never before its place, and behind it only by what was lost.
        for n, at in said:
            self.assertGreaterEqual(at, controls[n][1])

    def test_small_pieces_wait_and_join(self):
        line = timeline.Timeline(1_000)
        line.audio(b"\1\0" * 30)
        self.assertIsNone(line.take(most=100, least=40))
        line.audio(b"\2\0" * 30)
        self.assertEqual(line.take(most=50, least=40).pcm, b"\1\0" * 30 + b"\2\0" * 20)
        line.gap(5, "muted")
        self.assertEqual(line.take(most=50, least=40).count, 10)
        self.assertEqual(line.take(most=50, least=40).reason, "muted")


if __name__ == "__main__":
    unittest.main()

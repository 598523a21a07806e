import { LABELS, type EmotionLabel } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { labelAlone } from '../../domain/call/emotion/shown-label.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { Rig } from '../testing/rig.js';

const leaning = (label: EmotionLabel, probability: number) =>
  Object.fromEntries(
    LABELS.map((name) => [name, name === label ? probability : (1 - probability) / (LABELS.length - 1)]),
  ) as Record<EmotionLabel, number>;

/** Label, probability, expected label, and whether it is uncertain. The scripted model is uncertain below 0.3. */
const TURNS = [
  ['angry', 0.8, 'angry', false],
  ['sad', 0.25, 'uncertain', true],
  ['content', 0.6, 'content', false],
] as const;

describe('the labels of a stream’s turns', () => {
  it('[RT97] equal those of the stored utterances at the end of the stream, and are uncertain where those are flagged', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const peer = await rig.open();
    for (const [label, probability] of TURNS) {
      rig.inference.last.says = {
        emotion: {
          probabilities: leaning(label, probability),
          uncertainBelow: 0.3,
          evidenceMs: 500,
          trust: 1,
        },
      };
      peer.audio(8_000);
      rig.inference.last.answer();
      peer.say({ kind: 'turn.force_end', value: {} });
    }
    // The scripted voice continues, so the last turn is open when the session ends.
    peer.audio(8_000);
    rig.inference.last.answer();
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    const { transcript, emotionTrajectory, finalEmotion, summary } = peer.socket.last('session_end');
    const readings = [...sessions.readings.values()];
    expect(readings.map(({ emotion, uncertain }) => [emotion, uncertain])).toEqual(
      [...TURNS, TURNS[2]].map(([label, , , uncertain]) => [label, uncertain]),
    );
    const told = transcript.turns.map(({ emotion }) => emotion);
    expect(told).toEqual([...TURNS, TURNS[2]].map(([, , alone]) => alone));
    expect(told).toEqual(readings.map((reading) => labelAlone(reading)));
    expect(emotionTrajectory).toEqual(told);
    expect(finalEmotion).toBe('content');
    expect(summary.dominantEmotion).toBe('content');
  });

  it('[RT97] keep a person’s correction, however weak the reading is', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const peer = await rig.open();
    peer.audio(8_000);
    rig.inference.last.answer();
    const { turnId } = peer.socket.last('turn.start');
    peer.say({ kind: 'correction', value: { turnId, emotion: 'sad' } });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(peer.socket.last('session_end').transcript.turns).toMatchObject([{ turnId, emotion: 'sad' }]);
    expect(sessions.readings.get(turnId)).toMatchObject({ emotion: 'sad', confidence: 1, uncertain: false });
  });
});

import { describe, expect, it } from 'vitest';
import { CallAnalysis, SnapshotError } from './call-analysis.js';
import {
  aConfig,
  aProsody,
  aResult,
  CALLER_AND_AGENT,
  countingIds,
  ScriptedCall,
  TONES,
} from './testing/scripted-call.js';

describe('a call with two channels', () => {
  it('[RT26] never lets one speaker’s tone affect the other’s', () => {
    const alone = new ScriptedCall().speak(TONES.calm, 20_000);
    const both = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }));
    for (let i = 0; i < 20; i++) both.speak(TONES.calm, 1_000, 0).speak(TONES.angry, 1_000, 1);
    const callers = both.of('directive').filter(({ channel }) => channel === 0);
    expect(callers.map(({ valence, signals }) => [valence, signals])).toEqual(
      alone.of('directive').map(({ valence, signals }) => [valence, signals]),
    );
    expect(both.of('agent_steering').every(({ mode }) => mode === 'agent_overheated')).toBe(true);
  });

  it('[RT17][RT34] never analyzes an agent when policy does not allow it', () => {
    const call = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: false }));
    call.speak(TONES.calm, 5_000, 1).speak(TONES.angry, 10_000, 1);
    expect(call.said).toEqual([]);
    expect(call.conversation.vadEvent({ channel: 1, kind: 'start', atMs: 0 })).toEqual([]);
    expect(call.end().summary.durationS).toBe(15);
  });

  it('[RT34] steers a heated agent when policy allows it', () => {
    const call = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }));
    call.speak(TONES.calm, 20_000, 1).speak(TONES.angry, 4_000, 1).speak(TONES.calm, 4_000, 1);
    expect(call.of('agent_steering').map(({ mode }) => mode)).toEqual(['agent_overheated', 'normal']);
    expect(call.of('directive').every(({ state }) => state === undefined)).toBe(true);
  });
});

describe('the end of a session', () => {
  it('[RT38] ends open turns and summarizes the call', () => {
    const call = new ScriptedCall()
      .speak(TONES.calm, 10_000)
      .silence(1_000)
      .speak(TONES.angry, 6_000)
      .silence(1_000)
      .speak(TONES.calm, 2_000);
    const { messages, summary } = call.end();
    expect(messages.map(({ kind }) => kind)).toEqual(['turn.end']);
    expect(summary).toMatchObject({
      durationS: 20,
      utteranceCount: 3,
      emotionTrajectory: ['content', 'angry', 'content'],
      finalEmotion: 'content',
      summary: { dominantEmotion: 'content' },
      prosodySummary: { pitch: { mean: 120 } },
    });
    expect(summary.summary.peakEscalationRisk).toBeGreaterThan(0.7);
    expect(summary.summary.sentimentChange).toBeLessThan(0);
    expect(summary.transcript.turns).toMatchObject([
      { startMs: 0, endMs: 10_000, emotion: 'content' },
      { startMs: 11_000, endMs: 17_000, emotion: 'angry' },
      { startMs: 18_000, endMs: 20_000 },
    ]);
  });

  it('has no emotions when nobody spoke', () => {
    const { summary } = new ScriptedCall().silence(5_000).end();
    expect(summary).toMatchObject({ utteranceCount: 0, emotionTrajectory: [], summary: {} });
    expect(summary).not.toHaveProperty('finalEmotion');
    expect(summary).not.toHaveProperty('prosodySummary');
  });

  it('counts the callers’ emotions, and an agent’s only when all channels are agents’', () => {
    const both = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }));
    both.speak(TONES.calm, 3_000, 0).speak(TONES.angry, 6_000, 1);
    expect(both.end().summary).toMatchObject({
      emotionTrajectory: ['content'],
      summary: { dominantEmotion: 'content' },
    });
    const agentOnly = new ScriptedCall(aConfig({ channels: [CALLER_AND_AGENT[1]], agentAnalysis: true }));
    expect(agentOnly.speak(TONES.angry, 3_000).end().summary.finalEmotion).toBe('angry');
  });
});

describe('the end of a session whose agent was recognized late', () => {
  const ROOM = [{ id: 'room', subject: 'unspecified' }] as const;
  const play = (agentAnalysis: boolean, late: boolean) => {
    const call = new ScriptedCall(aConfig({ channels: ROOM, agentAnalysis }));
    call.speak(TONES.calm, 6_000, 0, { speaker: 'room_s1' });
    if (late) {
      call.speak(TONES.angry, 20_000, 0, { speaker: 'room_s2', prosody: aProsody({ f0Hz: 300 }) });
      call.conversation.treatAsAgent('room_s2');
    }
    call.silence(1_000).speak(TONES.sad, 4_000, 0, { speaker: 'room_s1' }).silence(1_000);
    return call;
  };
  const figures = (call: ScriptedCall) => {
    const { emotionTrajectory, finalEmotion, summary, prosodySummary } = call.end().summary;
    return { emotionTrajectory, finalEmotion, summary, prosodySummary };
  };

  it('[RT95] summarizes only what the callers said, with and without the policy for analyzing agents', () => {
    const callers = figures(play(false, false));
    expect(callers.emotionTrajectory).toEqual(['content', 'sad']);
    expect(callers.summary).toMatchObject({ dominantEmotion: 'content' });
    for (const agentAnalysis of [false, true]) expect(figures(play(agentAnalysis, true))).toEqual(callers);
  });

  it('[RT95] does so also in another relay that continues from a checkpoint', () => {
    const call = new ScriptedCall(aConfig({ channels: ROOM }));
    call.speak(TONES.angry, 10_000, 0, { speaker: 'room_s2' });
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    restored.treatAsAgent('room_s2');
    restored.end();
    const summary = restored.summary();
    expect(summary).toMatchObject({ utteranceCount: 1, emotionTrajectory: [], summary: {} });
    expect(summary).not.toHaveProperty('prosodySummary');
  });

  it('[RT95] keeps the labels of an agent’s turns when policy allows it, but does not count them', () => {
    const { transcript } = play(true, true).end().summary;
    expect(transcript.turns.map(({ speakerId, emotion }) => [speakerId, emotion])).toEqual([
      ['room_s1', 'content'],
      ['room_s2', 'angry'],
      ['room_s1', 'sad'],
    ]);
  });
});

describe('the state of a conversation', () => {
  it('shows a late observer the newest message of each kind', () => {
    const call = new ScriptedCall().speak(TONES.calm, 20_000).speak(TONES.angry, 3_000);
    expect(call.conversation.latest()).toMatchObject({
      sessionId: 'ses_1',
      directives: [{ channel: 0, audioEndMs: 23_000 }],
      modes: ['caller_escalating'],
      openTurns: [{ turnId: 'turn_1', speakerId: 'caller', startMs: 0 }],
      cue: { mode: 'caller_escalating' },
    });
    call.silence(25_000);
    expect(call.conversation.latest()).not.toHaveProperty('cue');
    expect(call.conversation.latest().openTurns).toEqual([]);
  });

  it('continues after a restart, even when the new worker hears silence after speech', () => {
    const call = new ScriptedCall().speak(TONES.calm, 2_000);
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 2_000, durationMs: 1_000 }));
    expect(said.map(({ kind }) => kind)).toEqual(['directive', 'turn.end']);
  });

  it('[RT44] [RT45] does not answer audio again that was answered after the checkpoint', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 2_500);
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 3_750, tone: TONES.neutral }));
    const spans = said.filter((body) => body.kind === 'directive').map(({ value }) => value);
    expect(spans).toMatchObject([{ audioStartMs: 3_750, audioEndMs: 4_000 }]);
  });

  it('[RT44] [RT45] tells again what the client has not seen, with no turn, mood or sum of it twice', () => {
    const heard = new ScriptedCall().speak(TONES.angry, 2_000);
    heard.silence(2_000);
    heard.speak(TONES.calm, 1_000);
    const saved = heard.conversation.snapshot();
    const restored = CallAnalysis.restore(saved, countingIds());
    const again = [...Array(20).keys()].flatMap((span) => {
      const startMs = span * 250;
      const tone = startMs < 2_000 ? TONES.angry : TONES.calm;
      const isSilent = startMs >= 2_000 && startMs < 4_000;
      return restored.advance(aResult(isSilent ? { startMs } : { startMs, tone }));
    });
    expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['directive']));
    const spans = again.flatMap((body) => (body.kind === 'directive' ? [body.value] : []));
    expect(spans.map(({ audioEndMs }) => audioEndMs)).toEqual([
      ...[250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250],
      ...[4_250, 4_500, 4_750, 5_000],
    ]);
    expect(spans.every(({ audioStartMs, audioEndMs }) => audioStartMs < audioEndMs)).toBe(true);
    expect(restored.snapshot()).toEqual(saved);
  });

  it('[RT44] says that speech is over which began and ended after the checkpoint', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 1_000);
    call.silence(3_000);
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const silent = (startMs: number) =>
      restored.advance(aResult({ startMs, durationMs: 1_000 })).filter(({ kind }) => kind === 'directive');
    expect(silent(6_000)).toMatchObject([{ value: { audioStartMs: 6_000, audioEndMs: 7_000 } }]);
    expect(silent(7_000)).toEqual([]);
  });

  it('[RT44] says again that speech is over when the client has not seen it', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 1_000);
    call.silence(1_000);
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 1_000, durationMs: 1_000 }));
    expect(said.filter(({ kind }) => kind === 'directive')).toHaveLength(1);
  });

  it('[RT44] ends an open turn at the time of the checkpoint when the gap after it is long enough to end the turn', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 2_500);
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 6_000, tone: TONES.neutral }));
    const turns = said.filter(({ kind }) => kind.startsWith('turn.'));
    expect(turns).toMatchObject([
      { kind: 'turn.end', value: { turnId: 'turn_1', startMs: 0, endMs: 2_500 } },
      { kind: 'turn.start', value: { startMs: 6_000 } },
    ]);
  });

  it('rejects a snapshot that is damaged or of another version', () => {
    const good = new ScriptedCall().speak(TONES.calm, 1_000).conversation.snapshot() as Record<
      string,
      unknown
    >;
    const restore = (json: unknown) => () => CallAnalysis.restore(json, countingIds());
    expect(restore(good)).not.toThrow();
    for (const bad of [null, {}, { ...good, version: 2 }, { ...good, channels: [] }, { ...good, extra: 1 }]) {
      expect(restore(bad)).toThrow(SnapshotError);
    }
  });

  it('changes only what session.update names', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    call.conversation.update({ features: ['vad'], endSilenceMs: 300 });
    call.speak(TONES.calm, 250).silence(500);
    expect(call.of('directive').at(-2)).not.toHaveProperty('emotion');
    expect(call.of('turn.end')).toHaveLength(1);
  });

  it('opens a turn when the page’s voice activity takes over during speech', () => {
    const call = new ScriptedCall().silence(1_000);
    call.conversation.vadEvent({ channel: 0, kind: 'start', atMs: 900 });
    call.conversation.update({ vadMode: 'client' });
    call.silence(500);
    expect(call.of('turn.start')).toHaveLength(1);
  });

  it('rejects a channel that the session does not have', () => {
    expect(() => new ScriptedCall().conversation.advance(aResult({ channel: 1, startMs: 0 }))).toThrow(
      RangeError,
    );
  });
});

import { hearMood, LABELS, UNHEARD, type Directive } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { aConfig, aResult, ScriptedCall, TONES } from '../testing/scripted-call.js';

describe('directives', () => {
  it('[RT27] come with every result that has speech, and once more when the speech is over', () => {
    const call = new ScriptedCall().silence(1_000).speak(TONES.calm, 1_000).silence(2_000);
    const directives = call.of('directive');
    expect(directives.map(({ speech }) => speech)).toEqual([true, true, true, true, false]);
    expect(directives.map(({ audioStartMs, audioEndMs }) => [audioStartMs, audioEndMs])).toEqual([
      [1_000, 1_250],
      [1_250, 1_500],
      [1_500, 1_750],
      [1_750, 2_000],
      [2_000, 2_250],
    ]);
  });

  it('[RT28] have fourteen probabilities that sum to 1, and everything the session asked for', () => {
    const directive = new ScriptedCall().speak(TONES.happy, 1_000).of('directive').at(-1)!;
    expect(Object.keys(directive.emotionProbabilities).sort()).toEqual([...LABELS].sort());
    expect(Object.values(directive.emotionProbabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    expect(directive).toMatchObject({
      provenance: 'server',
      revision: 1,
      speakerId: 'caller',
      channel: 0,
      emotion: 'happy',
      state: 'satisfied',
      modulationMode: 'normal',
      quality: { snrDb: 30, clipping: 0, voicedMs: 150 },
      latency: { queueMs: 1, inferenceMs: 2, totalMs: 3 },
      prosody: { pitch: { mean: 120 }, rhythm: { speechRate: 4 }, voiceQuality: { jitter: 0.01 } },
    });
    expect(directive.valence).toBeCloseTo(TONES.happy.valence, 9);
    expect(Object.keys(directive.signals).sort()).toEqual([
      'certainty',
      'engagement',
      'escalation',
      'intensity',
      'stress',
    ]);
    expect(directive.metrics).toHaveProperty('csat_predicted');
    expect(directive.agentModulation!.tts.speed).toBe(1);
  });

  it('have nothing that the session did not ask for', () => {
    const config = aConfig({
      features: ['vad'],
      outputs: { probabilities: false, prosody: false },
      steering: { enabled: false },
    });
    const directive = new ScriptedCall(config).speak(TONES.happy, 500).of('directive')[0]!;
    expect(directive).not.toHaveProperty('emotion');
    expect(directive).not.toHaveProperty('prosody');
    expect(directive).not.toHaveProperty('state');
    expect(directive).not.toHaveProperty('agentModulation');
    expect(directive.emotionProbabilities).toEqual({});
    expect(directive.metrics).toEqual({});
    expect(directive.arousal).toBeDefined();
  });

  it('keep to the requested rate and still report the end', () => {
    const config = aConfig({ outputs: { probabilities: true, prosody: true, maxRateHz: 1 } });
    const directives = new ScriptedCall(config).speak(TONES.calm, 3_000).silence(500).of('directive');
    expect(directives.map(({ audioEndMs }) => audioEndMs)).toEqual([250, 1_250, 2_250, 3_250]);
    expect(directives[1]!.audioStartMs).toBe(250);
    expect(directives.at(-1)!.speech).toBe(false);
  });

  it('[RT28] say uncertain when the model failed, and use the earlier state again afterward', () => {
    const call = new ScriptedCall().speak(TONES.happy, 1_000);
    const broken = aResult({ startMs: 1_000, speechMs: 250, over: { modelFault: 'threw' } });
    call.said.push(...call.conversation.advance(broken));
    const [before, during] = call.of('directive').slice(-2);
    expect(during).toMatchObject({ emotion: 'uncertain', confidence: 0, emotionProbabilities: {} });
    expect(during).not.toHaveProperty('valence');
    const next = aResult({ startMs: 1_250, tone: TONES.happy });
    call.said.push(...call.conversation.advance(next));
    expect(call.of('directive').at(-1)!.emotion).toBe(before!.emotion);
  });

  it('[RT80] say uncertain for a sound that is not speech, and do not repeat the earlier reading', () => {
    const call = new ScriptedCall().speak(TONES.happy, 1_000);
    const quality = { clipping: 0, voicedMs: 200, narrowband: true, outOfDomain: 0.95 };
    const music = aResult({
      startMs: 1_000,
      speechMs: 250,
      over: { notSpeech: { evidenceMs: 1_000 }, quality: { ...quality, doubts: ['out_of_domain'] } },
    });
    call.said.push(...call.conversation.advance(music));
    const directive = call.of('directive').at(-1)!;
    expect(directive).toMatchObject({
      emotion: 'uncertain',
      confidence: 0,
      emotionProbabilities: {},
      signals: {},
    });
    expect(directive).not.toHaveProperty('valence');
    expect(directive.quality).toEqual({ ...quality, doubts: ['out_of_domain'] });
  });

  it('[RT80] lower the confidence in proportion to the trust in the audio, and say uncertain below the floor', () => {
    const toneOf = (trust: number): [string | undefined, number] => {
      const result = aResult({ startMs: 0, tone: TONES.happy });
      const over = { ...result, emotion: { ...result.emotion!, trust } };
      const [body] = new ScriptedCall().conversation.advance(over).filter(({ kind }) => kind === 'directive');
      const { emotion, confidence } = body!.value as Directive;
      return [emotion, confidence ?? NaN];
    };
    expect(toneOf(1)).toEqual(['happy', expect.closeTo(0.6, 6)]);
    expect(toneOf(0.6)).toEqual(['happy', expect.closeTo(0.36, 6)]);
    expect(toneOf(0.4)).toEqual(['uncertain', expect.closeTo(0.24, 6)]);
  });

  it('have no emotion before there is a reading', () => {
    const call = new ScriptedCall();
    const prosodyOnly = aResult({ startMs: 0, speechMs: 250 });
    const [body] = call.conversation.advance(prosodyOnly).filter(({ kind }) => kind === 'directive');
    expect(body!.value).not.toHaveProperty('emotion');
    expect(body!.value).toHaveProperty('prosody');
  });

  it('end the speech before a gap', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    const vadEvents = [{ kind: 'end' as const, atMs: 990 }];
    const { channel, startSample, endSample, startMs, endMs, timing } = aResult({
      startMs: 1_000,
      durationMs: 5_000,
    });
    const place = { channel, startSample, endSample, startMs, endMs, timing };
    const gap = { ...place, span: 'gap' as const, speech: false, speechMs: 0, vadEvents };
    call.said.push(...call.conversation.advance(gap));
    expect(call.of('directive').at(-1)).toMatchObject({ speech: false, audioEndMs: 6_000, quality: {} });
    expect(call.of('turn.end')).toMatchObject([{ endMs: 990 }]);
  });
});

describe('the recent directives of a channel for a client that joins late', () => {
  const recent = (call: ScriptedCall): Directive[] => call.conversation.recentDirectives();

  it('[RT63] are two per second of the last minute, in order, then the newest with speech, then the newest', () => {
    const call = new ScriptedCall().speak(TONES.calm, 70_000).speak(TONES.angry, 4_000).silence(2_000);
    const told = recent(call);
    const [spoken, newest] = told.slice(-2);
    expect(newest).toEqual(call.of('directive').at(-1));
    expect(newest?.speech).toBe(false);
    expect(spoken).toEqual(call.of('directive').at(-2));
    const ends = told.map(({ audioEndMs }) => audioEndMs);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(ends[0]).toBeGreaterThan(74_000 - 61_500);
    expect(told.length).toBeGreaterThan(115);
    expect(told.length).toBeLessThan(125);
    const { valence, arousal, emotionProbabilities, prosody } = told[0]!;
    expect(valence).toBeCloseTo(TONES.calm.valence);
    expect(arousal).toBeCloseTo(TONES.calm.arousal);
    expect([emotionProbabilities, prosody]).toEqual([{}, undefined]);
  });

  it('[RT63] give a panel that joins late the mood of one that was there', () => {
    for (const [tone, ms] of [
      [TONES.angry, 6_000],
      [TONES.calm, 9_000],
    ] as const) {
      const call = new ScriptedCall().speak(tone, ms).silence(2_000);
      const there = call.of('directive').reduce(hearMood, UNHEARD);
      const late = recent(call).reduce(hearMood, UNHEARD);
      expect(there.kind).not.toBe('unheard');
      expect(late.kind).toBe(there.kind);
      expect(late.heat).toBeCloseTo(there.heat, 1);
    }
  });

  it('are empty at first and have one entry after the first directive', () => {
    expect(recent(new ScriptedCall())).toEqual([]);
    const call = new ScriptedCall().speak(TONES.calm, 250);
    expect(recent(call)).toEqual(call.of('directive'));
  });

  it('are none for a voice that turns out to be an agent’s', () => {
    const call = new ScriptedCall().speak(TONES.angry, 5_000);
    call.conversation.treatAsAgent(call.of('directive')[0]!.speakerId);
    expect(recent(call)).toEqual([]);
  });
});

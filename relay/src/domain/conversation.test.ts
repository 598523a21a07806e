import { LABELS, type Directive } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from './analysis.js';
import { Conversation, SnapshotError } from './conversation.js';
import { aConfig, aResult, countingIds, ScriptedCall, TONES } from './testing/scripted-call.js';

const TWO = [
  { id: 'caller', subject: 'customer' },
  { id: 'agent', subject: 'agent' },
] as const;

/** 20 s calm, 8 s angry, 12 s calm: long enough for a baseline, an escalation and its end. */
const escalation = (config = aConfig()) =>
  new ScriptedCall(config)
    .speak(TONES.calm, 20_000)
    .speak(TONES.angry, 8_000)
    .speak(TONES.calm, 12_000)
    .silence(2_000);

describe('directives', () => {
  it('[RT27] come with every result that holds speech, and once more when it is over', () => {
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

  it('[RT28] carry fourteen probabilities that sum to 1, and everything the session asked for', () => {
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

  it('carry nothing that was not asked for', () => {
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

  it('keep to the rate that was asked for and still tell the end', () => {
    const config = aConfig({ outputs: { probabilities: true, prosody: true, maxRateHz: 1 } });
    const directives = new ScriptedCall(config).speak(TONES.calm, 3_000).silence(500).of('directive');
    expect(directives.map(({ audioEndMs }) => audioEndMs)).toEqual([250, 1_250, 2_250, 3_250]);
    expect(directives[1]!.audioStartMs).toBe(250);
    expect(directives.at(-1)!.speech).toBe(false);
  });

  it('[RT28] say uncertain when the model failed, and keep what was known before', () => {
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

  it('[RT80] say uncertain for a sound that is no speech, and do not repeat what was said of speech', () => {
    const call = new ScriptedCall().speak(TONES.happy, 1_000);
    const quality = { clipping: 0, voicedMs: 200, narrowband: true, outOfDomain: 0.95 };
    const music = aResult({
      startMs: 1_000,
      speechMs: 250,
      over: { notSpeech: true, quality: { ...quality, doubts: ['out_of_domain'] } },
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

  it('[RT80] lower the confidence by as much as the audio is believed less, and say uncertain below the floor', () => {
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

describe('[RT81] vocal events of a call', () => {
  const laugh = (startMs: number): AnalysisResult =>
    aResult({
      startMs,
      speechMs: 250,
      over: { notSpeech: true, vocalSound: { kind: 'laugh', probability: 0.7 } },
    });

  it('are told when they are over, and are no emotion of their turn', () => {
    const call = new ScriptedCall();
    for (const startMs of [0, 250, 500]) call.said.push(...call.conversation.advance(laugh(startMs)));
    expect(call.of('vocal_event')).toEqual([]);
    call.said.push(...call.conversation.advance(aResult({ startMs: 750 })));
    expect(call.of('vocal_event')).toEqual([
      {
        speakerId: 'caller',
        channel: 0,
        event: 'laugh',
        startMs: 0,
        endMs: 750,
        probability: expect.closeTo(0.7, 9) as number,
      },
    ]);
    const { summary } = call.conversation.end();
    expect(summary.emotionTrajectory).toEqual([]);
  });

  it('are told at the end of the call too, and only to who asked for emotion', () => {
    for (const [features, expected] of [
      [['emotion'], 1],
      [['prosody'], 0],
    ] as const) {
      const { conversation } = new ScriptedCall(aConfig({ features: [...features] }));
      for (const startMs of [0, 250]) conversation.advance(laugh(startMs));
      const told = conversation.end().messages.filter(({ kind }) => kind === 'vocal_event');
      expect(told).toHaveLength(expected);
    }
  });

  it('go on after a restart', () => {
    const call = new ScriptedCall();
    for (const startMs of [0, 250]) call.conversation.advance(laugh(startMs));
    const restored = Conversation.restore(call.conversation.snapshot(), countingIds());
    const said = [...restored.advance(laugh(500)), ...restored.advance(aResult({ startMs: 750 }))];
    expect(said.find(({ kind }) => kind === 'vocal_event')?.value).toMatchObject({ startMs: 0, endMs: 750 });
  });
});

describe('[RT30] turns of a call', () => {
  it('start, end and are numbered', () => {
    const call = new ScriptedCall()
      .silence(500)
      .speak(TONES.calm, 2_000)
      .silence(1_000)
      .speak(TONES.calm, 500);
    expect(call.of('turn.start')).toMatchObject([
      { turnId: 'turn_1', speakerId: 'caller', startMs: 500 },
      { startMs: 3_500 },
    ]);
    expect(call.of('turn.end')).toMatchObject([{ turnId: 'turn_1', startMs: 500, endMs: 2_500 }]);
  });

  it('follow the page’s voice activity where it decides', () => {
    const { conversation } = new ScriptedCall(aConfig({ vadMode: 'client' }));
    conversation.vadEvent({ channel: 0, kind: 'start', atMs: 100 });
    const said = conversation.advance(aResult({ startMs: 0, durationMs: 500, tone: TONES.calm }));
    expect(said.map(({ kind }) => kind)).toEqual(['turn.start', 'directive']);
    conversation.vadEvent({ channel: 0, kind: 'end', atMs: 600 });
    const after = conversation.advance(aResult({ startMs: 500, durationMs: 1_000 }));
    expect(after.map(({ kind }) => kind)).toEqual(['directive', 'turn.end']);
  });

  it('begin anew at once when ended by force in the middle of speech', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    expect(call.conversation.forceEndTurn()).toMatchObject([{ kind: 'turn.end', value: { endMs: 1_000 } }]);
    call.speak(TONES.calm, 500);
    expect(call.of('turn.start').at(-1)).toMatchObject({ startMs: 1_000 });
  });

  it('end with a pause of the session and begin after it', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    expect(call.conversation.pause(1_000)).toMatchObject([{ kind: 'turn.end', value: { endMs: 1_000 } }]);
    const said = call.conversation.advance(aResult({ startMs: 9_000, tone: TONES.calm }));
    expect(said).toContainEqual(expect.objectContaining({ kind: 'turn.start' }));
  });

  it('carry the words that were said in them, also when they come late or change', () => {
    const call = new ScriptedCall().speak(TONES.calm, 2_000);
    const item = { itemId: 'a', startMs: 200, endMs: 900, isFinal: false };
    expect(call.conversation.transcript({ ...item, text: 'I have been' })).toMatchObject([
      { kind: 'turn.update', value: { turnId: 'turn_1', text: 'I have been' } },
    ]);
    call.conversation.transcript({
      itemId: 'b',
      startMs: 1_000,
      endMs: 1_900,
      text: 'for an hour.',
      isFinal: true,
    });
    call.conversation.transcript({ ...item, text: 'I have been waiting', isFinal: true });
    call.silence(1_000);
    expect(call.of('turn.end')[0]).toMatchObject({ text: 'I have been waiting for an hour.' });
  });

  it('do not take words from another time', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000).silence(1_000);
    const said = call.conversation.transcript({
      itemId: 'a',
      text: 'hm',
      startMs: 9_000,
      endMs: 9_500,
      isFinal: true,
    });
    expect(said).toMatchObject([{ kind: 'warning', value: { code: 'transcript_out_of_range' } }]);
  });

  it('take words to the speaker they name', () => {
    const call = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: true }))
      .speak(TONES.calm, 1_000, 0)
      .speak(TONES.calm, 1_000, 1);
    const item = {
      itemId: 'a',
      text: 'Good morning',
      speakerId: 'agent',
      startMs: 0,
      endMs: 900,
      isFinal: true,
    };
    expect(call.conversation.transcript(item)).toMatchObject([{ value: { channel: 1 } }]);
  });

  it('tell when two people speak at once', () => {
    const call = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: true }));
    for (let i = 0; i < 4; i++) call.speak(TONES.calm, 500, 0).speak(TONES.calm, 500, 1);
    call.silence(500, 0).silence(500, 1);
    expect(call.of('overlap')).toEqual([{ speakerIds: ['caller', 'agent'], startMs: 0, endMs: 2_000 }]);
  });
});

describe('tone shifts and steering over a call', () => {
  it('[RT31] tell that the caller got angrier than usual, and that it is over', () => {
    const shifts = escalation().of('tone_shift');
    expect(shifts).toHaveLength(2);
    expect(shifts[0]).toMatchObject({ speakerId: 'caller', direction: 'escalating', resolved: false });
    expect(shifts[0]!.onsetMs).toBeGreaterThanOrEqual(20_000);
    expect(shifts[0]!.onsetMs).toBeLessThanOrEqual(20_750);
    expect(shifts[0]!.commitMs).toBeLessThanOrEqual(22_500);
    expect(shifts[0]!.baseline.n).toBeGreaterThan(70);
    expect(shifts[0]!.baseline.valence).toBeCloseTo(TONES.calm.valence, 1);
    expect(shifts[1]).toMatchObject({ resolved: true, onsetMs: shifts[0]!.onsetMs });
  });

  it('[RT32] go from normal over escalating and calming back to normal', () => {
    const steering = escalation().of('agent_steering');
    expect(steering.map(({ previousMode, mode }) => [previousMode, mode])).toEqual([
      ['normal', 'caller_escalating'],
      ['caller_escalating', 'mirror_calm'],
      ['mirror_calm', 'normal'],
    ]);
    expect(steering[0]).toMatchObject({
      reason: 'escalation_above_baseline',
      cue: { severity: 'warning', title: 'The caller is getting upset' },
      tts: { emotion: 'neutral' },
    });
    expect(steering[0]!.timestampMs).toBeLessThanOrEqual(22_500);
    expect(steering[0]!.evidence.length).toBeGreaterThanOrEqual(2);
    expect(steering[0]!.systemPrompt).toContain('upset');
    expect(steering[0]!.tts!.speed).toBeLessThan(1);
  });

  it('[RT33] tell a mode without a cue when the last cue is under 20 s old', () => {
    const steering = escalation().of('agent_steering');
    expect(steering.map(({ cue }) => cue !== undefined)).toEqual([true, false, false]);
  });

  it('write cues in the caller’s language', () => {
    const [first] = escalation(aConfig({ language: 'de' })).of('agent_steering');
    expect(first!.cue!.title).toBe('Der Anrufer wird ungehalten');
  });

  it('are silent when steering is off', () => {
    const call = escalation(aConfig({ steering: { enabled: false } }));
    expect(call.of('agent_steering')).toEqual([]);
    expect(call.of('tone_shift')).toHaveLength(2);
  });

  it('do not call a loud person angry for being as always', () => {
    const lively = { ...TONES.happy, valence: -0.2, arousal: 0.5, label: 'excited' as const };
    const call = new ScriptedCall().speak(lively, 60_000);
    expect(call.of('tone_shift')).toEqual([]);
    expect(call.of('agent_steering')).toEqual([]);
  });

  it('tell of a caller who loses heart, with a cue and no change of mode', () => {
    const call = new ScriptedCall().speak(TONES.calm, 20_000).speak(TONES.sad, 6_000);
    expect(call.of('tone_shift')[0]).toMatchObject({ direction: 'darkening' });
    expect(call.of('agent_steering')).toMatchObject([
      { previousMode: 'normal', mode: 'normal', reason: 'caller_disheartened', cue: { severity: 'notice' } },
    ]);
  });

  it('learn from feedback', () => {
    const call = new ScriptedCall().speak(TONES.calm, 20_000).speak(TONES.angry, 4_000);
    const { cueId } = call.of('agent_steering')[0]!;
    call.conversation.feedback(cueId, 'snoozed');
    call.speak(TONES.calm, 30_000).speak(TONES.angry, 4_000);
    const again = call.of('agent_steering').filter(({ mode }) => mode === 'caller_escalating');
    expect(again.map(({ cue }) => cue !== undefined)).toEqual([true, false]);
  });
});

describe('two channels', () => {
  it('[RT26] never let one speaker’s tone move the other’s', () => {
    const alone = new ScriptedCall().speak(TONES.calm, 20_000);
    const both = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: true }));
    for (let i = 0; i < 20; i++) both.speak(TONES.calm, 1_000, 0).speak(TONES.angry, 1_000, 1);
    const callers = both.of('directive').filter(({ channel }) => channel === 0);
    expect(callers.map(({ valence, signals }) => [valence, signals])).toEqual(
      alone.of('directive').map(({ valence, signals }) => [valence, signals]),
    );
    expect(both.of('agent_steering').every(({ mode }) => mode === 'agent_overheated')).toBe(true);
  });

  it('[RT17][RT34] never analyze an agent without the policy for it', () => {
    const call = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: false }));
    call.speak(TONES.calm, 5_000, 1).speak(TONES.angry, 10_000, 1);
    expect(call.said).toEqual([]);
    expect(call.conversation.vadEvent({ channel: 1, kind: 'start', atMs: 0 })).toEqual([]);
    expect(call.conversation.end().summary.durationS).toBe(15);
  });

  it('[RT34] steer a heated agent where policy allows it', () => {
    const call = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: true }));
    call.speak(TONES.calm, 20_000, 1).speak(TONES.angry, 4_000, 1).speak(TONES.calm, 4_000, 1);
    expect(call.of('agent_steering').map(({ mode }) => mode)).toEqual(['agent_overheated', 'normal']);
    expect(call.of('directive').every(({ state }) => state === undefined)).toBe(true);
  });
});

describe('the end of a session', () => {
  it('[RT38] ends open turns and sums the call up', () => {
    const call = new ScriptedCall()
      .speak(TONES.calm, 10_000)
      .silence(1_000)
      .speak(TONES.angry, 6_000)
      .silence(1_000)
      .speak(TONES.calm, 2_000);
    const { messages, summary } = call.conversation.end();
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

  it('says nothing about emotions when nobody spoke', () => {
    const { summary } = new ScriptedCall().silence(5_000).conversation.end();
    expect(summary).toMatchObject({ utteranceCount: 0, emotionTrajectory: [], summary: {} });
    expect(summary).not.toHaveProperty('finalEmotion');
    expect(summary).not.toHaveProperty('prosodySummary');
  });

  it('counts the callers’ emotions, an agent’s only where nobody else is heard', () => {
    const both = new ScriptedCall(aConfig({ channels: TWO, agentAnalysis: true }));
    both.speak(TONES.calm, 3_000, 0).speak(TONES.angry, 6_000, 1);
    expect(both.conversation.end().summary).toMatchObject({
      emotionTrajectory: ['content'],
      summary: { dominantEmotion: 'content' },
    });
    const agentOnly = new ScriptedCall(aConfig({ channels: [TWO[1]], agentAnalysis: true }));
    expect(agentOnly.speak(TONES.angry, 3_000).conversation.end().summary.finalEmotion).toBe('angry');
  });
});

describe('the state of a conversation', () => {
  it('shows a late observer the newest of everything', () => {
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

  it('goes on after a restart, also when the new worker hears silence where speech was', () => {
    const call = new ScriptedCall().speak(TONES.calm, 2_000);
    const restored = Conversation.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 2_000, durationMs: 1_000 }));
    expect(said.map(({ kind }) => kind)).toEqual(['directive', 'turn.end']);
  });

  it('[RT44] [RT45] taken up behind a checkpoint, answers nothing of what was answered since', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 2_500);
    const restored = Conversation.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 3_750, tone: TONES.neutral }));
    const spans = said.filter((body) => body.kind === 'directive').map(({ value }) => value);
    expect(spans).toMatchObject([{ audioStartMs: 3_750, audioEndMs: 4_000 }]);
  });

  it('[RT44] taken up so far behind a checkpoint that its turn was over, ends it where the checkpoint knew it', () => {
    const call = new ScriptedCall().speak(TONES.neutral, 2_500);
    const restored = Conversation.restore(call.conversation.snapshot(), countingIds());
    const said = restored.advance(aResult({ startMs: 6_000, tone: TONES.neutral }));
    const turns = said.filter(({ kind }) => kind.startsWith('turn.'));
    expect(turns).toMatchObject([
      { kind: 'turn.end', value: { turnId: 'turn_1', startMs: 0, endMs: 2_500 } },
      { kind: 'turn.start', value: { startMs: 6_000 } },
    ]);
  });

  it('refuses a snapshot that is damaged or of another version', () => {
    const good = new ScriptedCall().speak(TONES.calm, 1_000).conversation.snapshot() as Record<
      string,
      unknown
    >;
    const restore = (json: unknown) => () => Conversation.restore(json, countingIds());
    expect(restore(good)).not.toThrow();
    for (const bad of [null, {}, { ...good, version: 2 }, { ...good, channels: [] }, { ...good, extra: 1 }]) {
      expect(restore(bad)).toThrow(SnapshotError);
    }
  });

  it('changes what session.update names and nothing else', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    call.conversation.update({ features: ['vad'], endSilenceMs: 300 });
    call.speak(TONES.calm, 250).silence(500);
    expect(call.of('directive').at(-2)).not.toHaveProperty('emotion');
    expect(call.of('turn.end')).toHaveLength(1);
  });

  it('opens a turn when the page’s voice activity takes over in the middle of speech', () => {
    const call = new ScriptedCall().silence(1_000);
    call.conversation.vadEvent({ channel: 0, kind: 'start', atMs: 900 });
    call.conversation.update({ vadMode: 'client' });
    call.silence(500);
    expect(call.of('turn.start')).toHaveLength(1);
  });

  it('refuses a channel that the session does not have', () => {
    expect(() => new ScriptedCall().conversation.advance(aResult({ channel: 1, startMs: 0 }))).toThrow(
      RangeError,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { aConfig, CALLER_AND_AGENT, ScriptedCall, TONES } from '../testing/scripted-call.js';

/** 20 s calm, 8 s angry, 12 s calm: long enough for a baseline, an escalation and its end. */
const escalation = (config = aConfig()) =>
  new ScriptedCall(config)
    .speak(TONES.calm, 20_000)
    .speak(TONES.angry, 8_000)
    .speak(TONES.calm, 12_000)
    .silence(2_000);

describe('the tone shifts and steering messages of a call', () => {
  it('[RT31] report that the caller got angrier than usual, and that this is over', () => {
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

  it('[RT32] go from normal through escalating and calming back to normal', () => {
    const steering = escalation().of('agent_steering');
    expect(steering.map(({ previousMode, mode }) => [previousMode, mode])).toEqual([
      ['normal', 'caller_escalating'],
      ['caller_escalating', 'mirror_calm'],
      ['mirror_calm', 'normal'],
    ]);
    expect(steering[0]).toMatchObject({
      reason: 'escalation_above_baseline',
      cue: { severity: 'warning', title: 'The customer is getting upset' },
      tts: { emotion: 'neutral' },
    });
    expect(steering[0]!.timestampMs).toBeLessThanOrEqual(22_500);
    expect(steering[0]!.evidence.length).toBeGreaterThanOrEqual(2);
    // Whoever calms down is not said to sound heated, and a voice's pitch and loudness are no reason for any mode.
    expect(steering[0]!.evidence[0]).toMatch(/^Sounds heated/);
    expect(steering.slice(1).flatMap(({ evidence }) => evidence.join())).toEqual([
      expect.stringMatching(/^Less heated than before \(\d+ percent\)$/),
      expect.stringMatching(/^Less heated than before \(\d+ percent\)$/),
    ]);
    expect(steering[0]!.systemPrompt).toContain('upset');
    expect(steering[0]!.tts!.speed).toBeLessThan(1);
  });

  it('[RT82] name the speaker they are about, on any channel', () => {
    const call = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }));
    call.speak(TONES.calm, 20_000, 1).speak(TONES.angry, 8_000, 1);
    call.speak(TONES.calm, 20_000).speak(TONES.angry, 8_000);
    const told = call.of('agent_steering');
    expect(told.map(({ mode, speakerId, channel }) => [mode, speakerId, channel])).toEqual([
      ['agent_overheated', 'agent', 1],
      ['caller_escalating', 'caller', 0],
    ]);
  });

  it('[RT33] report a mode without a cue when the last cue is under 20 s old', () => {
    const steering = escalation().of('agent_steering');
    expect(steering.map(({ cue }) => cue !== undefined)).toEqual([true, false, false]);
  });

  it('have cues in the language of the session', () => {
    const [first] = escalation(aConfig({ language: 'de' })).of('agent_steering');
    expect(first!.cue!.title).toBe('Der Anrufer wird ungehalten');
  });

  it('include no steering message when steering is off', () => {
    const call = escalation(aConfig({ steering: { enabled: false } }));
    expect(call.of('agent_steering')).toEqual([]);
    expect(call.of('tone_shift')).toHaveLength(2);
  });

  it('do not call a person angry who is always lively', () => {
    const lively = { ...TONES.happy, valence: -0.2, arousal: 0.5, label: 'excited' as const };
    const call = new ScriptedCall().speak(lively, 60_000);
    expect(call.of('tone_shift')).toEqual([]);
    expect(call.of('agent_steering')).toEqual([]);
  });

  it('report a discouraged caller with a cue and without a change of mode', () => {
    const call = new ScriptedCall().speak(TONES.calm, 20_000).speak(TONES.sad, 6_000);
    expect(call.of('tone_shift')[0]).toMatchObject({ direction: 'darkening' });
    expect(call.of('agent_steering')).toMatchObject([
      { previousMode: 'normal', mode: 'normal', reason: 'caller_disheartened', cue: { severity: 'notice' } },
    ]);
  });

  it('depend on the feedback on earlier cues', () => {
    const call = new ScriptedCall().speak(TONES.calm, 20_000).speak(TONES.angry, 4_000);
    const { cueId } = call.of('agent_steering')[0]!;
    call.conversation.feedback(cueId, 'snoozed');
    call.speak(TONES.calm, 30_000).speak(TONES.angry, 4_000);
    const again = call.of('agent_steering').filter(({ mode }) => mode === 'caller_escalating');
    expect(again.map(({ cue }) => cue !== undefined)).toEqual([true, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { aConfig, aResult, CALLER_AND_AGENT, ScriptedCall, TONES } from '../testing/scripted-call.js';

describe('[RT30] turns of a call', () => {
  it('start, end and have numbers', () => {
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

  it('follow the page’s voice activity in mode client', () => {
    const { conversation } = new ScriptedCall(aConfig({ vadMode: 'client' }));
    conversation.vadEvent({ channel: 0, kind: 'start', atMs: 100 });
    const said = conversation.advance(aResult({ startMs: 0, durationMs: 500, tone: TONES.calm }));
    expect(said.map(({ kind }) => kind)).toEqual(['turn.start', 'directive']);
    conversation.vadEvent({ channel: 0, kind: 'end', atMs: 600 });
    const after = conversation.advance(aResult({ startMs: 500, durationMs: 1_000 }));
    expect(after.map(({ kind }) => kind)).toEqual(['directive', 'turn.end']);
  });

  it('start again at once when a turn is force-ended during speech', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    expect(call.conversation.forceEndTurn()).toMatchObject([{ kind: 'turn.end', value: { endMs: 1_000 } }]);
    call.speak(TONES.calm, 500);
    expect(call.of('turn.start').at(-1)).toMatchObject({ startMs: 1_000 });
  });

  it('end when the session pauses and start again after the pause', () => {
    const call = new ScriptedCall().speak(TONES.calm, 1_000);
    expect(call.conversation.pause(1_000)).toMatchObject([{ kind: 'turn.end', value: { endMs: 1_000 } }]);
    const said = call.conversation.advance(aResult({ startMs: 9_000, tone: TONES.calm }));
    expect(said).toContainEqual(expect.objectContaining({ kind: 'turn.start' }));
  });

  it('have the words said in them, even when the words change or come late', () => {
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

  it('take words by the speaker they name', () => {
    const call = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }))
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

  it('report when two people speak at once', () => {
    const call = new ScriptedCall(aConfig({ channels: CALLER_AND_AGENT, agentAnalysis: true }));
    for (let i = 0; i < 4; i++) call.speak(TONES.calm, 500, 0).speak(TONES.calm, 500, 1);
    call.silence(500, 0).silence(500, 1);
    expect(call.of('overlap')).toEqual([{ speakerIds: ['caller', 'agent'], startMs: 0, endMs: 2_000 }]);
  });
});

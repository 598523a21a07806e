import { beforeEach, describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { type Peer, Rig } from '../testing/rig.js';
import { ScriptedVoices } from './testing/scripted-voices.js';
import { begins, ends, MIXED } from './testing/voices-scene.js';

const RATE = 16_000;

describe('voice activity of a page on a channel whose audio waits for its voices', () => {
  let voices: ScriptedVoices;
  let rig: Rig;
  beforeEach(() => {
    voices = new ScriptedVoices();
    rig = new Rig({ voices });
  });

  /** Somebody speaks for this long: the page hears it at once. */
  const speak = (peer: Peer, seconds: number): void => {
    const at = peer.position[0] ?? 0;
    peer.say({ kind: 'vad', value: { channel: 0, event: 'start', sample: at } });
    for (let n = 0; n < 4 * seconds; n++) peer.audio(4_000);
    peer.say({ kind: 'vad', value: { channel: 0, event: 'end', sample: at + seconds * RATE } });
  };
  const decide = async (throughMs: number, events: Parameters<typeof voices.tracker.says>[0]['events']) => {
    voices.tracker.says({ throughMs, ...(events !== undefined && { events }) });
    rig.inference.last.answer();
    for (let n = 0; n < 4; n++) await settled();
  };
  const told = (peer: Peer) =>
    peer.socket.received.flatMap(({ body }) =>
      body?.kind === 'turn.start' || body?.kind === 'turn.end'
        ? [[body.kind, body.value.speakerId, body.value.startMs]]
        : [],
    );

  it.each(['both', 'client'] as const)(
    '[RT30] begins a turn once, as its own speaker’s, with the vad mode %s',
    async (mode) => {
      const peer = await rig.open({ ...MIXED, vad: { mode } });
      speak(peer, 2);
      expect(told(peer)).toEqual([]);
      await decide(2_000, [begins(0, 0), ends(0, 0, 2_000)]);
      speak(peer, 2);
      await decide(4_000, [begins(1, 2_000), ends(1, 2_000, 4_000)]);
      expect(told(peer)).toEqual([
        ['turn.start', 'room_s1', 0],
        ['turn.end', 'room_s1', 0],
        ['turn.start', 'room_s2', 2_000],
      ]);
    },
  );

  it('[RT30] begins a turn of whoever speaks then, also where the page hears it before the voices do', async () => {
    const peer = await rig.open({ ...MIXED, vad: { mode: 'client' } });
    speak(peer, 2);
    await decide(2_000, [begins(0, 500), ends(0, 500, 2_000)]);
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    await decide(3_000, []);
    speak(peer, 2);
    await decide(5_000, [begins(1, 3_250), ends(1, 3_250, 5_000)]);
    expect(told(peer)).toEqual([
      ['turn.start', 'room_s1', 0],
      ['turn.end', 'room_s1', 0],
      ['turn.start', 'room_s2', 3_000],
    ]);
  });

  it('[RT30] [RT44] waits on at another relay', async () => {
    const peer = await rig.open({ ...MIXED, vad: { mode: 'client' } });
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    await decide(1_000, []);
    speak(peer, 2);
    await rig.clock.advance(2_400);
    voices = new ScriptedVoices();
    rig = new Rig({ voices, store: rig.store, clock: rig.clock, name: 'after' });
    const second = await rig.resume(peer);
    second.position[0] = 16_000;
    for (let n = 0; n < 8; n++) second.audio(4_000);
    await decide(3_000, [begins(0, 1_000), ends(0, 1_000, 3_000)]);
    expect(told(second)).toEqual([['turn.start', 'room_s1', 1_000]]);
  });

  it('[RT30] counts at once where the audio has its results already', async () => {
    const peer = await rig.open({ ...MIXED, vad: { mode: 'client' } });
    for (let n = 0; n < 8; n++) peer.audio(4_000);
    await decide(2_000, [begins(0, 0)]);
    expect(told(peer)).toEqual([]);
    peer.say({ kind: 'vad', value: { channel: 0, event: 'start', sample: 1_600 } });
    peer.say({ kind: 'vad', value: { channel: 0, event: 'end', sample: 16_000 } });
    expect(told(peer)).toEqual([['turn.start', 'room_s1', 100]]);
  });

  it('[RT30] that waits when a pause comes begins no turn after it', async () => {
    const peer = await rig.open({ ...MIXED, vad: { mode: 'client' } });
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    peer.say({ kind: 'vad', value: { channel: 0, event: 'start', sample: 40_000 } });
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    for (let n = 0; n < 4; n++) await settled();
    peer.say({ kind: 'resume', value: {} });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    await decide(4_000, [begins(0, 2_000)]);
    expect(peer.socket.kinds()).toContain('resumed_analysis');
    expect(told(peer)).toEqual([]);
  });
});

import type { ClientBody } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { aHello, anAuth, countingPcm, Rig, type Peer } from '../testing/rig.js';

const FLOAT = [{ encoding: 'pcm_f32le' as const, sampleRate: 16_000 }];

const audio = (payload: Uint8Array, sampleCount: number, channel = 0, firstSample = 0): ClientBody => ({
  kind: 'audio',
  value: { channel, firstSample, sampleCount, payload },
});

/** The error that was the last message before the close. */
const lastWord = (peer: Peer): { code: string; close: number | undefined; param: string | undefined } => {
  const { body } = peer.socket.received.at(-1) ?? {};
  if (body?.kind !== 'error') throw new Error('the last message is no error');
  expect(body.value.fatal).toBe(true);
  return { code: body.value.code, close: peer.socket.closedWith?.code, param: body.value.param };
};

describe('a stream that gets bad input', () => {
  it.each([
    [
      'a frame that claims more samples than it holds',
      audio(countingPcm(0, 640), 641),
      4400,
      'protocol_error',
      'sample_count',
    ],
    ['a frame that claims fewer', audio(countingPcm(0, 640), 639), 4400, 'protocol_error', 'sample_count'],
    ['an empty frame', audio(new Uint8Array(0), 0), 4400, 'protocol_error', 'sample_count'],
    ['half a sample', audio(new Uint8Array(3), 1), 4400, 'protocol_error', 'sample_count'],
    [
      'a channel that was not negotiated',
      audio(countingPcm(0, 640), 640, 7),
      4400,
      'protocol_error',
      'channel',
    ],
    [
      'a frame at the end of time',
      audio(countingPcm(0, 640), 640, 0, Number.MAX_SAFE_INTEGER - 100),
      4400,
      'protocol_error',
      'first_sample',
    ],
    ['a second hello', { kind: 'session.hello', value: aHello() }, 4400, 'protocol_error', 'type'],
  ] satisfies [string, ClientBody, number, string, string][])(
    '[RT12] [RT20] closes with an error on %s',
    async (_, body, close, code, param) => {
      const rig = new Rig();
      const peer = await rig.open();
      peer.say(body);
      expect(lastWord(peer)).toEqual({ code, close, param });
      await settled();
      expect(rig.streams.counts().sessions).toBe(0);
      expect(rig.store.row(peer.sessionId).ending?.code).toBe(code);
      expect(rig.errors()).toEqual([]);
    },
  );

  it.each([
    ['NaN', NaN],
    ['infinity', Infinity],
    ['negative infinity', -Infinity],
  ])('[RT23] closes with an error on %s among float samples', async (_, value) => {
    const rig = new Rig();
    const peer = await rig.open({ channels: FLOAT });
    const samples = new Float32Array(640).fill(0.5);
    samples[639] = value;
    peer.say(audio(new Uint8Array(samples.buffer), 640));
    expect(lastWord(peer)).toEqual({ code: 'undecodable_audio', close: 4422, param: 'payload' });
    expect(rig.inference.last.bytesOf(0)).toEqual([]);
  });

  it('accepts the largest and smallest finite floats', async () => {
    const rig = new Rig();
    const peer = await rig.open({ channels: FLOAT });
    const samples = new Float32Array([3.4e38, -3.4e38, 1e-45, 0, -0, 1, -1, 2]);
    peer.say(audio(new Uint8Array(samples.buffer), 8));
    expect(rig.inference.last.nextSample(0)).toBe(8);
  });

  it('[RT13] closes with an error on audio before the hello, in every form', () => {
    const rig = new Rig();
    const framed = rig.connect();
    framed.say(audio(countingPcm(0, 640), 640));
    expect(lastWord(framed)).toEqual({ code: 'protocol_error', close: 4400, param: 'type' });
    for (const kind of ['json', 'plain'] as const) {
      const raw = rig.connect(kind);
      raw.binary(countingPcm(0, 640));
      expect(lastWord(raw)).toEqual({ code: 'protocol_error', close: 4400, param: 'type' });
    }
  });

  it('[RT11] closes with an error on a message over 64 kB, before and after the hello', async () => {
    const rig = new Rig();
    const early = rig.connect();
    early.binary(new Uint8Array(65_537));
    expect(lastWord(early)).toMatchObject({ code: 'payload_too_large', close: 4413 });
    const peer = await rig.open();
    peer.binary(new Uint8Array(1_048_576));
    expect(lastWord(peer)).toMatchObject({ code: 'payload_too_large', close: 4413 });
    const plain = await rig.open({}, anAuth(), 'plain');
    plain.binary(new Uint8Array(1_048_576));
    expect(lastWord(plain)).toMatchObject({ code: 'payload_too_large', close: 4413 });
  });

  it('[RT25] closes with an error on 1 MB of silence at once, in messages of the allowed size', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth(), 'plain');
    for (let i = 0; i < 16 && peer.socket.closedWith === undefined; i += 1)
      peer.binary(new Uint8Array(65_536));
    expect(lastWord(peer)).toMatchObject({ code: 'rate_limited', close: 4429 });
    expect(peer.socket.warnings()).toEqual(['ahead_of_realtime']);
  });

  it('[RT11] closes with an error on bytes that are not protobuf, and on truncated protobuf', async () => {
    const rig = new Rig();
    const garbage = await rig.open();
    garbage.binary(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff]));
    expect(lastWord(garbage)).toMatchObject({ code: 'protocol_error', close: 4400 });
    const truncated = await rig.open();
    const body = audio(countingPcm(0, 640), 640);
    const whole = encodeClientMessage({ seq: 2, ack: 0, generation: 1, audioPos: 0, body });
    truncated.binary(whole.subarray(0, whole.length - 5));
    expect(lastWord(truncated)).toMatchObject({ code: 'protocol_error', close: 4400 });
  });

  it('[RT11] closes with an error on text where binary is expected, and on text that is not JSON or not UTF-8', async () => {
    const rig = new Rig();
    const text = await rig.open();
    text.text('{"type":"ping"}');
    expect(lastWord(text)).toMatchObject({ code: 'protocol_error', close: 4400 });
    for (const bad of ['{', '[]', '"hello"', '{"no":"type"}']) {
      const peer = await rig.open({}, anAuth(), 'plain');
      peer.text(bad);
      expect(lastWord(peer)).toMatchObject({ code: 'protocol_error', close: 4400 });
    }
    const latin = await rig.open({}, anAuth(), 'json');
    latin.handler.message(new Uint8Array([0x7b, 0xe9, 0x7d]).buffer, false);
    expect(lastWord(latin)).toMatchObject({ code: 'protocol_error', close: 4400 });
  });

  it('[RT52] closes with an error on raw audio in pieces that are not whole samples', async () => {
    const rig = new Rig();
    const mono = await rig.open({}, anAuth(), 'plain');
    mono.binary(new Uint8Array(641));
    expect(lastWord(mono)).toEqual({ code: 'protocol_error', close: 4400, param: 'audio' });
    const stereo = await rig.open({ channels: [{ id: 'l' }, { id: 'r' }] }, anAuth(), 'plain');
    stereo.binary(new Uint8Array(642));
    expect(lastWord(stereo)).toEqual({ code: 'protocol_error', close: 4400, param: 'audio' });
    const empty = await rig.open({}, anAuth(), 'plain');
    empty.binary(new Uint8Array(0));
    expect(lastWord(empty).close).toBe(4400);
  });

  it('[RT10] ignores a body of an unknown kind', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.binary(new Uint8Array([0x08, 0x02, 0xfa, 0x3e, 0x00]));
    const plain = await rig.open({}, anAuth(), 'plain');
    plain.text('{"type":"dance","tempo":120}');
    expect(peer.socket.closedWith).toBeUndefined();
    expect(plain.socket.closedWith).toBeUndefined();
    expect(rig.counters.get('messages_unknown')).toBe(2);
  });

  it('[RT10] names the missing field of a body in an error, and the session continues', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth(), 'plain');
    peer.text('{"type":"audio.gap","channel":0}');
    expect(peer.socket.last('error')).toMatchObject({
      code: 'validation_error',
      fatal: false,
      param: 'first_sample',
    });
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('[RT10] [RT11] says which message it could not read, where that has its number', async () => {
    const rig = new Rig();
    const plain = await rig.open({}, anAuth(), 'plain');
    plain.text('{"type":"audio.gap","channel":0,"seq":7}');
    expect(plain.socket.last('error')).toMatchObject({ code: 'validation_error', refSeq: 7 });
    plain.text('{"seq":8}');
    expect(plain.socket.last('error')).toMatchObject({ code: 'protocol_error', fatal: true, refSeq: 8 });
    const peer = await rig.open();
    // seq 300, then a turn.force_end (field 21) with a field 15 that it does not have.
    peer.binary(Uint8Array.of(0x08, 0xac, 0x02, 0xaa, 0x01, 0x02, 0x78, 0x01));
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error', refSeq: 300 });
    peer.binary(Uint8Array.of(0x08, 0xac, 0x02, 0x5a, 0x7f));
    expect(peer.socket.last('error')).toMatchObject({ code: 'protocol_error', fatal: true, refSeq: 300 });
    const unnumbered = await rig.open();
    unnumbered.binary(Uint8Array.of(0x5a, 0x7f, 0x08));
    expect(unnumbered.socket.last('error').refSeq).toBeUndefined();
  });

  it('closes with an error on a flood of tiny frames', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 10_000 && peer.socket.closedWith === undefined; i += 1) {
      peer.audio(1);
      if (i % 10 === 9) await rig.clock.advance(1);
    }
    expect(lastWord(peer)).toMatchObject({ code: 'rate_limited', close: 4429 });
  });

  it('closes with an error on an acknowledgement of a message that was never sent', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.ack = 999;
    peer.audio(640);
    expect(lastWord(peer)).toMatchObject({ code: 'protocol_error', param: 'ack' });
  });

  it('sends nothing more after the close', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say(audio(new Uint8Array(3), 1));
    const { length } = peer.socket.received;
    peer.audio(640);
    peer.handler.drain();
    peer.cut(4400);
    await rig.clock.advance(1_000);
    expect(peer.socket.received).toHaveLength(length);
  });
});

import type { ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { codecFor } from '../wires/wires.js';
import { Outbox } from './outbox.js';
import { ScriptedSocket } from '../testing/scripted-socket.js';

const warning = (code: string): ServerBody => ({
  kind: 'warning',
  value: { code, message: code, detail: {} },
});

const anOutbox = (now = () => 0) => {
  const socket = new ScriptedSocket();
  let slow = 0;
  const outbox = new Outbox({
    seq: 0,
    now,
    envelope: () => ({ ack: 0, generation: 1, audioPos: 0 }),
    metrics: {
      count: () => undefined,
      closed: () => undefined,
      resultLatency: () => undefined,
      audioAnalysed: () => undefined,
    },
    tooSlow: () => (slow += 1),
  });
  outbox.attach(socket, codecFor(socket));
  return { outbox, socket, slow: () => slow };
};

describe('outbox', () => {
  it('[RT8] numbers the messages that it can replay, and no others', () => {
    const { outbox, socket } = anOutbox();
    outbox.post(warning('a'));
    outbox.post({ kind: 'pong', value: { serverTUs: 1 } });
    outbox.post(warning('b'));
    expect(socket.received.map(({ seq }) => seq)).toEqual([1, 0, 2]);
  });

  it('keeps messages that are posted without a socket, and reports when some are missing', () => {
    const { outbox, socket } = anOutbox();
    outbox.post(warning('a'));
    outbox.detach();
    outbox.post(warning('b'));
    outbox.post({ kind: 'pong', value: { serverTUs: 1 } });
    expect(outbox.replay(1)).toEqual({ fromSeq: 2, count: 1, complete: true });
    expect(outbox.replay(2)).toEqual({ fromSeq: 3, count: 0, complete: true });
    outbox.acknowledge(1);
    expect(outbox.replay(0)).toEqual({ fromSeq: 2, count: 1, complete: false });
    expect(socket.received).toHaveLength(1);
  });

  it('limits what it keeps by number, bytes and age', () => {
    let nowMs = 0;
    const { outbox } = anOutbox(() => nowMs);
    for (let i = 0; i < 1_500; i += 1) outbox.post(warning('x'));
    expect(outbox.replay(0).count).toBe(1_024);
    for (let i = 0; i < 300; i += 1) outbox.post(warning('x'.repeat(1_000)));
    expect(outbox.replay(0).count).toBeLessThan(70);
    nowMs = 121_000;
    outbox.post(warning('late'));
    expect(outbox.replay(0).count).toBe(1);
  });

  it('[RT48] drops no message that must arrive, up to a limit', () => {
    const { outbox, socket, slow } = anOutbox();
    Object.assign(socket, { outcome: 'buffered', buffered: 300_000 });
    outbox.post(warning('fills the socket'));
    for (let i = 0; i < 1_000; i += 1) outbox.post(warning(`w${i}`));
    expect(slow()).toBe(0);
    outbox.post(warning('one too many'));
    expect(slow()).toBe(1);
    Object.assign(socket, { outcome: 'sent', buffered: 0 });
    outbox.drained();
    expect(socket.warnings()).toHaveLength(1_002);
    expect(socket.warnings().slice(0, 3)).toEqual(['fills the socket', 'w0', 'w1']);
  });

  it('waits until the buffer is below the low mark, not only below the high mark', () => {
    const { outbox, socket } = anOutbox();
    Object.assign(socket, { outcome: 'buffered', buffered: 300_000 });
    outbox.post(warning('a'));
    outbox.post(warning('b'));
    socket.buffered = 100_000;
    outbox.drained();
    expect(socket.warnings()).toEqual(['a']);
    Object.assign(socket, { outcome: 'sent', buffered: 60_000 });
    outbox.drained();
    expect(socket.warnings()).toEqual(['a', 'b']);
  });
});

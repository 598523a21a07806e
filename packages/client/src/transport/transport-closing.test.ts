import { beforeEach, describe, expect, it } from 'vitest';
import { TransportRig, warning } from '../testing/transport-rig.js';

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
});

describe('A close by the relay', () => {
  const closeAfterError = (code: number, name: string, retryAfterMs?: number) => {
    rig.relay.last.send({
      kind: 'error',
      value: { code: name, message: 'why', fatal: true, retryable: false, retryAfterMs },
    });
    rig.relay.last.drop(code, name);
  };

  it('with 4401 gets one more token, then ends the session', async () => {
    await rig.goLive();
    closeAfterError(4401, 'unauthorized');
    await rig.scheduler.advance(0);
    expect(rig.tokens.at(-1)?.reason).toBe('unauthorized');
    rig.relay.last.accept();
    closeAfterError(4401, 'unauthorized');
    expect(rig.outcome()).toMatchObject({ kind: 'failed', error: { code: 'unauthorized', family: 'relay' } });
  });

  it('with 4401 after a resume gets one more token again', async () => {
    await rig.goLive();
    closeAfterError(4401, 'unauthorized');
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    closeAfterError(4401, 'unauthorized');
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    expect(rig.outcome()).toBeUndefined();
  });

  it.each([
    [4400, 'protocol_error'],
    [4402, 'insufficient_credits'],
    [4403, 'forbidden'],
    [4404, 'session_not_found'],
    [4409, 'session_superseded'],
    [4451, 'policy_blocked'],
    [4499, 'something_new'],
  ])('with %i %s is final and keeps the relay’s message', async (code, name) => {
    await rig.goLive();
    closeAfterError(code, name);
    expect(rig.outcome()).toMatchObject({ kind: 'failed', error: { code: name, message: 'why' } });
    await rig.scheduler.advance(60_000);
    expect(rig.relay.sockets).toHaveLength(1);
    expect(rig.scheduler.pending).toBe(0);
  });

  it.each([1001, 1006, 1011, 1012, 1013, 4500, 4503, 4504, 4599])('with %i is resumed', async (code) => {
    await rig.goLive();
    rig.relay.last.drop(code);
    await rig.scheduler.advance(1_500);
    expect(rig.relay.sockets).toHaveLength(2);
  });

  it('with 4503 and a wait is not resumed before the wait is over', async () => {
    await rig.goLive();
    closeAfterError(4503, 'overloaded', 9_000);
    await rig.scheduler.advance(8_990);
    expect(rig.relay.sockets).toHaveLength(1);
    await rig.scheduler.advance(20);
    expect(rig.relay.sockets).toHaveLength(2);
  });

  it.each([
    [4000, 'ended_by_server'],
    [4002, 'max_duration'],
    [4003, 'idle_timeout'],
  ])('with %i %s ends the session without an error', async (code, name) => {
    await rig.goLive();
    closeAfterError(code, name);
    expect(rig.outcome()).toEqual({ kind: 'ended', reason: name });
  });

  it('[RT41] announced by go_away makes the client reconnect before the deadline', async () => {
    await rig.goLive();
    rig.relay.last.send({ kind: 'go_away', value: { reason: 'deploy', deadlineMs: 60_000, resume: true } });
    await rig.scheduler.advance(10_000);
    rig.relay.last.send(warning('idle')); // the link is alive
    expect(rig.relay.sockets).toHaveLength(1);
    await rig.scheduler.advance(10_000);
    expect(rig.relay.sockets).toHaveLength(2);
    expect(rig.phases().at(-1)).toMatchObject({ kind: 'connecting' });
  });

  it('[RT121] announced by go_away is not awaited elsewhere when the end was sent: its answer comes here', async () => {
    await rig.goLive();
    rig.relay.last.send({ kind: 'go_away', value: { reason: 'deploy', deadlineMs: 10_000, resume: true } });
    rig.transport.end({ reason: 'done' });
    await rig.scheduler.advance(6_000);
    expect(rig.relay.sockets).toHaveLength(1);
    expect(rig.relay.last.clientClose).toBeNull();
  });

  it('is not awaited after an unreadable message: the client reconnects', async () => {
    await rig.goLive();
    rig.relay.last.sendBytes(new Uint8Array([0xff, 0xff, 0xff]));
    expect(rig.relay.last.clientClose).not.toBeNull();
    await rig.scheduler.advance(0);
    expect(rig.relay.sockets).toHaveLength(2);
  });
});

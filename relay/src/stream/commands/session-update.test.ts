import { describe, expect, it } from 'vitest';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { anAuth, Rig } from '../testing/rig.js';

describe('a session.update', () => {
  it('[RT18] cannot take the acknowledgement from a subject self', async () => {
    const rig = new Rig();
    const peer = await rig.open({
      channels: [{ subject: 'self' }],
      consent: { basis: 'acknowledged', scope: [] },
    });
    const update = { features: [], metadata: {} };
    peer.say({ kind: 'session.update', value: { ...update, consent: { scope: ['training'] } } });
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: false });
    expect(peer.socket.all('session.updated')).toEqual([]);
    peer.say({
      kind: 'session.update',
      value: { ...update, consent: { basis: 'acknowledged', scope: ['training'] } },
    });
    expect(peer.socket.all('session.updated')).toEqual([{ configRevision: 2 }]);
  });

  it('[RT39] changes only what it names, and counts revisions', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({
      kind: 'session.update',
      value: { features: ['emotion'], outputs: { intervalMs: 500 }, metadata: {}, configRevision: 1 },
    });
    expect(peer.socket.last('session.updated').configRevision).toBe(2);
    expect(rig.inference.last.updates).toEqual([
      { intervalMs: 500, features: ['emotion'], embeddings: false },
    ]);
    peer.say({ kind: 'session.update', value: { features: [], metadata: {}, configRevision: 9 } });
    expect(peer.socket.last('error')).toMatchObject({
      code: 'conflict',
      fatal: false,
      param: 'config_revision',
    });
    peer.say({ kind: 'session.update', value: { features: [], metadata: {}, outputs: { intervalMs: 5 } } });
    expect(peer.socket.last('error')).toMatchObject({
      code: 'validation_error',
      param: 'outputs.interval_ms',
    });
    expect(peer.socket.all('session.updated')).toHaveLength(1);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('[RT39] [RT44] is what another relay goes on with, also when its own dies right after', async () => {
    const rig = new Rig();
    const peer = await rig.open({ metadata: { agent_id: 'a7' }, consent: { basis: 'notice', scope: [] } });
    await rig.clock.advance(400);
    peer.say({ kind: 'session.update', value: { features: [], metadata: { agent_id: 'a8' } } });
    await rig.clock.advance(200);
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer);
    expect(second.socket.last('session.ready').configRevision).toBe(2);
  });

  it('[RT6] [RT39] says anew what its call is about, but not over what its token claims', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const auth = anAuth({ claims: { metadata: { agent_id: 'a7' } } });
    const peer = await rig.open({ metadata: { ticket: '1' } }, auth);
    const metadata = { ticket: '2', agent_id: 'somebody else' };
    peer.say({ kind: 'session.update', value: { features: [], metadata } });
    await settled();
    expect(sessions.metadata).toEqual({ ticket: '2', agent_id: 'a7' });
  });
});

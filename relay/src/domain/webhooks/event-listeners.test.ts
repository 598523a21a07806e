import { describe, expect, it } from 'vitest';
import {
  type EventBodies,
  EventListeners,
  type EventListenerStore,
  type HeardEvent,
  type WrittenEvent,
} from './event-listeners.js';

/** A store whose events become visible when the test says so. */
class MemoryStore implements EventListenerStore {
  readonly present = new Set<string>();
  kept = 0;
  events: (WrittenEvent & { readonly body: string; readonly alternateBody?: string })[] = [];

  register({ id }: { id: string }): Promise<void> {
    this.present.add(id);
    return Promise.resolve();
  }
  keep(): Promise<void> {
    this.kept += 1;
    return Promise.resolve();
  }
  remove(id: string): Promise<void> {
    this.present.delete(id);
    return Promise.resolve();
  }
  eventsSince(orgIds: readonly string[], since: Date): Promise<readonly WrittenEvent[]> {
    return Promise.resolve(
      this.events.filter(
        ({ orgId, createdAtMs }) => orgIds.includes(orgId) && createdAtMs >= since.getTime(),
      ),
    );
  }
  bodies(ids: readonly string[]): Promise<readonly EventBodies[]> {
    const found = this.events.filter(({ id }) => ids.includes(id));
    return Promise.resolve(found.map(({ id, body, alternateBody }) => ({ id, body, alternateBody })));
  }
}

const SECRET = 'whsec_c2VjcmV0IG9mIGEgbGlzdGVuZXI=';

describe('listeners to events', () => {
  const start = () => {
    const clock = { ms: Date.parse('2026-11-21T08:00:00Z') };
    const store = new MemoryStore();
    const listeners = new EventListeners({ store, nowMs: () => clock.ms });
    const hear = async (
      orgId: string,
      events: Parameters<EventListeners['open']>[0]['events'],
      keyId = 'key_1',
    ) => {
      const heard: HeardEvent[] = [];
      const ends: string[] = [];
      const leave = await listeners.open(
        { orgId, keyId, events, secret: SECRET },
        { event: (event) => heard.push(event), end: (reason) => ends.push(reason) },
      );
      return { heard, ends, leave };
    };
    const write = (id: string, orgId = 'org_1', createdAtMs = clock.ms) => {
      store.events.push({
        id,
        orgId,
        type: 'session.end',
        createdAtMs,
        body: `{"as":"end"}`,
        alternateBody: `{"as":"ended"}`,
      });
    };
    return { clock, store, listeners, hear, write };
  };

  it('hear each event of their organization once, signed, under the name that they asked for', async () => {
    const { listeners, hear, write } = start();
    const [one, other, stranger] = [
      await hear('org_1', ['session.end']),
      await hear('org_1', ['session.ended']),
      await hear('org_2', ['session.end']),
    ];
    write('evt_1');
    await listeners.round();
    await listeners.round();
    expect(one.heard.map(({ id, type, body }) => [id, type, body])).toEqual([
      ['evt_1', 'session.end', '{"as":"end"}'],
    ]);
    expect(other.heard).toMatchObject([{ type: 'session.ended', body: '{"as":"ended"}' }]);
    expect(one.heard[0]?.headers).toMatchObject({ 'webhook-id': 'evt_1' });
    expect(stranger.heard).toEqual([]);
  });

  it('hear an event that becomes visible later than younger ones', async () => {
    const { clock, listeners, hear, write } = start();
    const { heard } = await hear('org_1', ['session.end']);
    const begunMs = clock.ms;
    clock.ms += 2_000;
    write('evt_young');
    await listeners.round();
    clock.ms += 5_000;
    write('evt_slow', 'org_1', begunMs);
    await listeners.round();
    expect(heard.map(({ id }) => id)).toEqual(['evt_young', 'evt_slow']);
  });

  it('hear nothing from before they came, nothing of other types, and nothing after they left', async () => {
    const { clock, store, listeners, hear, write } = start();
    write('evt_before');
    clock.ms += 1;
    const { heard, leave } = await hear('org_1', ['alert.triggered']);
    const second = await hear('org_1', ['session.end']);
    write('evt_now');
    await listeners.round();
    expect(heard).toEqual([]);
    expect(second.heard.map(({ id }) => id)).toEqual(['evt_now']);
    await Promise.all([leave(), second.leave()]);
    write('evt_after');
    await listeners.round();
    expect(second.heard).toHaveLength(1);
    expect(store.present.size).toBe(0);
  });

  it('are ended with their key, and when the relay stops', async () => {
    const { listeners, hear } = start();
    const [one, other] = [
      await hear('org_1', ['session.end'], 'key_1'),
      await hear('org_1', ['session.end'], 'key_2'),
    ];
    expect(listeners.keysInUse()).toEqual(['key_1', 'key_2']);
    expect(listeners.revoke({ keyId: 'key_1' })).toBe(1);
    listeners.close();
    expect(one.ends).toEqual(['revoked', 'stopping']);
    expect(other.ends).toEqual(['stopping']);
  });

  it('are kept present in the database while they are there', async () => {
    const { clock, store, listeners, hear } = start();
    await hear('org_1', ['session.end']);
    for (let round = 0; round < 10; round += 1) {
      await listeners.round();
      clock.ms += 5_000;
    }
    expect(store.kept).toBe(3);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTurnCheckpoint } from '../../domain/conversations/testing/open-turn-checkpoint.js';
import { newId } from '../../domain/ids.js';
import { StreamRepository } from '../streams/stream-repository.js';
import type { ConversationPage } from '../../domain/conversations/conversation-store.js';
import type { NewUtterance } from '../../domain/conversations/utterances/utterance.js';
import { ANGRY, CALM, ConversationRig, said } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';

const turn = (id: string, startMs: number, endMs: number, tone = ANGRY): NewUtterance =>
  said(id, tone, { source: 'stream', channel: 0, startMs, durationMs: endMs - startMs });

const aStream = {
  sessionId: 's',
  vertical: 'general',
  config: {},
  startedAtMs: Date.now(),
  concurrentMax: 9,
};

describe.each(DATABASES)('conversations in $name', ({ open }) => {
  let rig: ConversationRig;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
  }, 60_000);
  afterAll(() => rig.close());
  const streams = () => new StreamRepository(rig.database.queries, () => rig.nowMs);

  it('count a live turn once when another relay reports it again under another id, and keep the longer version', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.add(org, 's', turn('a1', 1_000, 4_000));
    await rig.sessions.add(org, 's', turn('a2', 6_000, 8_000, CALM));
    // Resumed from an older checkpoint: the first turn comes again a little shorter, the second one longer.
    expect(await rig.sessions.add(org, 's', turn('b1', 1_100, 3_900))).toMatchObject({
      duplicate: true,
      utterance: { utteranceId: 'a1', endMs: 4_000 },
    });
    expect(await rig.sessions.add(org, 's', turn('b2', 5_900, 9_000, CALM))).toMatchObject({
      duplicate: false,
      utterance: { utteranceId: 'a2', endMs: 9_000 },
    });
    await rig.sessions.add(org, 's', turn('b3', 10_000, 12_000));
    const twice = await rig.sessions.read(org, 's');
    expect(twice.utterances.map(({ utteranceId }) => utteranceId)).toEqual(['a1', 'a2', 'b3']);
    await rig.stream(org, 'once');
    await rig.sessions.add(org, 'once', turn('a1', 1_000, 4_000));
    await rig.sessions.add(org, 'once', turn('a2', 5_900, 9_000, CALM));
    await rig.sessions.add(org, 'once', turn('a3', 10_000, 12_000));
    expect(twice.foresight).toEqual((await rig.sessions.read(org, 'once')).foresight);
  });

  it('keep a person’s correction of a live turn that is reported again', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.add(org, 's', turn('a', 1_000, 4_000));
    await rig.sessions.correct(org, 's', 'a', { emotion: 'content' });
    await rig.sessions.add(org, 's', turn('b', 1_000, 5_000));
    const [utterance] = (await rig.sessions.read(org, 's')).utterances;
    expect(utterance).toMatchObject({ utteranceId: 'a', emotion: 'content', endMs: 5_000 });
  });

  it('count two people who speak at once as two turns', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.add(org, 's', turn('a', 1_000, 4_000));
    await rig.sessions.add(org, 's', { ...turn('b', 1_000, 4_000), channel: 1 });
    expect((await rig.sessions.read(org, 's')).utterances).toHaveLength(2);
  });

  it('let a stream begin at the current end of the conversation, and add later utterances after it', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    const silence = { beforeMs: 500, afterMs: 1_500 };
    await rig.sessions.add(org, id, said('a', CALM, { silence }));
    await rig.stream(org, id);
    await rig.stream(org, id);
    await rig.sessions.add(org, id, turn('b', 1_000, 3_000));
    await rig.sessions.add(org, id, said('c', CALM));
    const { utterances } = await rig.sessions.read(org, id);
    expect(utterances.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [500, 3_500],
      [6_000, 8_000],
      [8_000, 11_000],
    ]);
    const { record } = await rig.sessions.endStream(org, id, 'client_ended', 4_000);
    expect(record).toMatchObject({ lifecycle: { kind: 'ended' }, final: { summary: { duration: 11 } } });
  });

  it('[RT39] are found and shown by what their stream says last of its call, beside what came over REST', async () => {
    const org = await rig.organization();
    const order = { orgId: org, id: undefined, vertical: 'general', language: 'en' };
    const { id } = await rig.sessions.create({ ...order, metadata: { queue: 'north' } });
    await rig.stream(org, id);
    const before = { ticket: 'T-1', agent_id: 'anna' };
    await rig.sessions.describe(org, id, { before: {}, after: before });
    await rig.sessions.describe(org, id, { before, after: { agent_id: 'bert', note: 'vip' } });
    const found = async (filter: Partial<ConversationPage>) =>
      (await rig.sessions.list(org, { most: 10, ...filter })).map(({ record }) => record.id);
    expect((await rig.sessions.read(org, id)).record.metadata).toEqual({
      queue: 'north',
      agent_id: 'bert',
      note: 'vip',
    });
    expect(await found({ agent: 'bert' })).toEqual([id]);
    expect(await found({ agent: 'anna' })).toEqual([]);
    expect(await found({ words: ['vip'] })).toEqual([id]);
    await rig.sessions.endStream(org, id, 'client_ended', 0);
    await rig.sessions.describe(org, id, { before: {}, after: { agent_id: 'late' } });
    expect((await rig.sessions.read(org, id)).record.metadata['agent_id']).toBe('bert');
  });

  it('end once, as expired, when the relay of their stream died', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.add(org, 's', turn('a', 1_000, 4_000));
    await rig.sessions.sweep();
    expect((await rig.sessions.read(org, 's')).record.lifecycle.kind).toBe('live');
    rig.nowMs += 61_000;
    await rig.sessions.sweep();
    await rig.sessions.sweep();
    expect((await rig.sessions.read(org, 's')).record.lifecycle).toMatchObject({
      kind: 'expired',
      code: 'resume_window_expired',
    });
    expect(await rig.endsOf(org)).toEqual(['s']);
  });

  it.each([
    [
      'expired',
      async () => {
        await streams().expireAbandoned(new Date(rig.nowMs + 1), new Date(rig.nowMs));
        rig.nowMs += 61_000;
        await rig.sessions.sweep();
        await rig.sessions.sweep();
      },
    ],
    ['ended', (org: string) => rig.sessions.end(org, 's', 'client_ended')],
  ])(
    '[RT77] have the turn that was being spoken when the relay of their stream died, when they are %s',
    async (how, finish) => {
      const org = await rig.organization();
      await streams().create({
        ...aStream,
        orgId: org,
        handleHash: newId('handle').padEnd(64, '0').slice(0, 64),
      });
      await rig.stream(org, 's');
      await rig.sessions.add(org, 's', turn('a', 0, 3_000, CALM));
      const checkpoint = { orgId: org, sessionId: 's', generation: 1, atMs: rig.nowMs };
      await streams().checkpoint([{ ...checkpoint, state: openTurnCheckpoint() }]);
      await finish(org);
      const { record, utterances } = await rig.sessions.read(org, 's');
      expect(record.lifecycle.kind).toBe(how);
      expect(utterances.map(({ emotion, startMs }) => [emotion, startMs])).toEqual([
        ['calm', 0],
        ['angry', 4_000],
      ]);
      expect(record.final?.summary.final_emotion).toBe('angry');
      expect(await rig.endsOf(org)).toEqual(['s']);
    },
  );

  it.each([
    ['ended', async (org: string) => rig.sessions.end(org, 's', 'client_ended')],
    ['expired', async (org: string) => rig.sessions.endStream(org, 's', 'resume_window_expired', 0)],
  ])('refuse a stream when they have %s', async (how, finish) => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await finish(org);
    for (const open of [() => rig.stream(org, 's'), () => rig.sessions.assertOpen(org, 's')]) {
      await expect(open()).rejects.toMatchObject({ code: 'conflict', message: `the session has ${how}` });
    }
    expect(await rig.sessions.assertOpen(org, 'never heard of')).toBeUndefined();
  });

  it('analyze nothing over another route after the consent was withdrawn in the stream', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.move(org, 's', { kind: 'stream_paused', reason: 'hold' });
    await rig.sessions.add(org, 's', said('a', CALM));
    await rig.sessions.move(org, 's', { kind: 'stream_paused', reason: 'consent_withdrawn' });
    await expect(rig.sessions.add(org, 's', said('b', CALM))).rejects.toMatchObject({
      code: 'policy_blocked',
    });
    await rig.sessions.add(org, 's', said('c', null));
    await rig.sessions.add(org, 's', turn('d', 20_000, 21_000));
  });
});

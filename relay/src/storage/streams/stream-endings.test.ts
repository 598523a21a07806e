import { describe, expect, it } from 'vitest';
import { freshConversation } from '../../domain/conversations/conversation-rules.js';
import { ConversationRepository } from '../conversations/conversation-repository.js';
import { DATABASES } from '../testing/databases.js';
import { newSession, NOW, WINDOW_MS, StreamRig } from '../testing/stream-rig.js';

describe.each(DATABASES)('the ends of streams on $name', ({ open }) => {
  const rig = new StreamRig(open);

  it('keeps the summary of a session but no spoken words', async () => {
    const orgId = await rig.organization();
    const { sessionId } = await rig.start(orgId);
    await rig.end({ orgId, sessionId });
    const row = await rig.queries
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(row.summary).toMatchObject({ reason: 'client_ended', emotionTrajectory: ['calm'] });
    expect(JSON.stringify(row)).not.toContain('card number');
    expect(row.checkpoint).toBeNull();
  });

  it('[RT76] can be asked to end by any relay while they are live, and say whether a relay holds them', async () => {
    const orgId = await rig.organization();
    const other = await rig.organization();
    const { sessionId } = await rig.start(orgId);
    const conversations = new ConversationRepository(rig.queries);
    const news = () => conversations.movedOn([{ orgId, sessionId, revision: 0 }]);
    expect(await rig.sessions.askToEnd({ orgId: other, sessionId }, 'client_ended')).toBe(false);
    expect((await news())[0]?.endCode).toBeUndefined();
    expect(await rig.sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(true);
    expect((await news())[0]?.endCode).toBe('client_ended');
    rig.leaseNowMs += 30_000;
    expect(await rig.sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(false);
    expect(await rig.end({ orgId, sessionId }, { code: 'idle_timeout' })).toBe('ended');
    expect(await rig.sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(false);
    expect((await news())[0]?.endCode).toBeUndefined();
  });

  it('[RT69] [RT112] are not found as live when their relay died and no client can come back', async () => {
    const orgId = await rig.organization();
    const { sessionId } = await rig.start(orgId);
    const name = { orgId, sessionId };
    const found = async () => [
      await rig.sessions.locate(name),
      await rig.sessions.findLive(orgId, sessionId),
    ];
    rig.leaseNowMs += WINDOW_MS + 30_000;
    expect(await found()).toEqual([{}, sessionId]);
    rig.leaseNowMs += 60_000;
    expect(await found()).toEqual([undefined, undefined]);
  });

  it('closes sessions that no client resumed', async () => {
    const orgId = await rig.organization();
    const { handleHash } = await rig.start(orgId);
    expect(await rig.sessions.expireAbandoned(new Date(NOW + 1), new Date(NOW + 2))).toBeGreaterThan(0);
    expect(
      await rig.sessions.claim({ orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 }),
    ).toEqual({
      kind: 'not_found',
    });
  });

  it('[RT77] tells how far the audio of a stream came whose relay died, for the length of its conversation', async () => {
    const orgId = await rig.organization();
    const session = newSession(orgId);
    const { sessionId } = session;
    await rig.sessions.create(session);
    const conversations = new ConversationRepository(rig.queries);
    const order = { id: sessionId, orgId, vertical: 'general', language: 'en', metadata: {} };
    const record = freshConversation(order, sessionId, NOW);
    await conversations.create({ ...record, lifecycle: { kind: 'live' } });
    const state = {
      analysed: [24_000, 64_000],
      config: { channels: [{ sampleRate: 8_000 }, { sampleRate: 16_000 }] },
    };
    await rig.sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state }]);
    await rig.sessions.expireAbandoned(new Date(NOW + 1), new Date(NOW + 2));
    const lost = await conversations.withoutStream(NOW + 1, 1_000);
    expect(lost.filter((stream) => stream.orgId === orgId)).toEqual([
      { orgId, sessionId, code: 'resume_window_expired', audioMs: 4_000, turns: [] },
    ]);
  });
});

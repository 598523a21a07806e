import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSchemas } from '../../domain/events/event-schemas.js';
import { newId } from '../../domain/ids.js';
import type { StreamEnding } from '../../domain/live/stream-store.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';

const STARTED_MS = Date.parse('2026-11-21T08:00:00Z');

describe.each(DATABASES)('the event of a session’s end on $name', ({ open }) => {
  let opened: TestDatabase;
  let sessions: StreamRepository;
  let orgId: string;

  beforeAll(async () => {
    opened = await open();
    sessions = new StreamRepository(opened.database.queries, () => STARTED_MS);
    orgId = await addOrganization(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const begin = async (): Promise<string> => {
    const sessionId = newId('ses');
    await sessions.create({
      sessionId,
      orgId,
      handleHash: newId('h').padEnd(64, '0'),
      vertical: 'contact_center',
      config: { channels: [{ subject: 'customer' }, { subject: 'agent' }] },
      startedAtMs: STARTED_MS,
      concurrentMax: 1_000,
    });
    return sessionId;
  };
  const ending = (sessionId: string): StreamEnding => ({
    orgId,
    sessionId,
    generation: 1,
    atMs: STARTED_MS + 10_000,
    code: 'client_ended',
    corrections: [],
    ended: {
      reason: 'bye',
      durationS: 10,
      utteranceCount: 2,
      emotionTrajectory: ['sad', 'happy'],
      finalEmotion: 'happy',
      summary: { dominantEmotion: 'sad', peakEscalationRisk: 0.4, sentimentChange: 0.2 },
      predictions: {
        horizonS: 30,
        escalationRisk: 0.1,
        churnRisk: 0.2,
        resolutionProbability: 0.8,
        predictedCsat: 4.2,
        intervals: {},
        impactFactors: [],
        recommendedActions: [],
        utterancesSeen: 2,
      },
      usage: { receivedMs: 10_000, processedMs: 10_000 },
      transcript: {
        turns: [
          {
            turnId: 'turn_1',
            speakerId: 'a',
            channel: 0,
            startMs: 0,
            endMs: 3_000,
            text: 'my words',
            emotion: 'sad',
          },
          { turnId: 'turn_2', speakerId: 'b', channel: 1, startMs: 3_000, endMs: 4_500 },
        ],
      },
    },
  });
  const eventsOf = (sessionId: string) =>
    opened.database.queries.selectFrom('events').selectAll().where('once_key', '=', sessionId).execute();
  const data = (body: string | null | undefined): unknown =>
    (JSON.parse(body ?? '{}') as { data: unknown }).data;

  it('has "data of session.end" as specified, and the turns and speakers as session.ended', async () => {
    const id = await begin();
    expect(await sessions.end(ending(id))).toBe('ended');
    const [event, ...others] = await eventsOf(id);
    expect(others).toEqual([]);
    expect(data(event?.body)).toEqual({
      session_id: id,
      duration: 10,
      utterance_count: 2,
      final_emotion: 'happy',
      emotion_trajectory: ['sad', 'happy'],
      predictions: {
        escalation_risk: 0.1,
        churn_risk: 0.2,
        resolution_probability: 0.8,
        predicted_csat: 4.2,
      },
      summary: { dominant_emotion: 'sad', peak_escalation_risk: 0.4, sentiment_change: 0.2 },
    });
    const ended = eventSchemas['session.ended'].parse(data(event?.alternate_body));
    expect(ended.speakers).toEqual([
      { id: 'a', label: 'Customer', talkSeconds: 3 },
      { id: 'b', label: 'Agent', talkSeconds: 1.5 },
    ]);
    expect(ended.turns).toHaveLength(2);
    expect(event?.alternate_body).not.toContain('my words');
  });

  it('[I3] is written once, however often the session is ended', async () => {
    const id = await begin();
    const outcomes = await Promise.all([1, 2, 3].map(() => sessions.end(ending(id))));
    expect(outcomes.sort()).toEqual(['ended', 'fenced', 'fenced']);
    await sessions.expireAbandoned(new Date(STARTED_MS + 1), new Date(STARTED_MS + 20_000));
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('is also written for a session whose relay died and that no client resumed', async () => {
    const id = await begin();
    const now = new Date(STARTED_MS + 3_600_000);
    expect(await sessions.expireAbandoned(new Date(STARTED_MS + 1), now)).toBe(1);
    const [event, ...others] = await eventsOf(id);
    expect(others).toEqual([]);
    expect(eventSchemas['session.end'].parse(data(event?.body))).toMatchObject({
      session_id: id,
      utterance_count: 0,
    });
    expect(data(event?.alternate_body)).toMatchObject({ end_code: 'resume_window_expired', turns: [] });
  });

  it('is written for every lost session, whatever the checkpoint of one of them holds', async () => {
    const damaged = [
      '{"version":2,"analysed":["x",1],"config":{"channels":[{"sampleRate":0},{"sampleRate":0}]}}',
      '{"version":2,"conversation":{},"heard":7}',
      '[]',
    ];
    const ids = [await begin()];
    for (const checkpoint of damaged) {
      const id = await begin();
      await opened.database.queries
        .updateTable('sessions')
        .set({ checkpoint })
        .where('id', '=', id)
        .execute();
      ids.push(id);
    }
    const now = new Date(STARTED_MS + 3_600_000);
    expect(await sessions.expireAbandoned(new Date(STARTED_MS + 1), now)).toBe(ids.length);
    for (const id of ids) expect(await eventsOf(id)).toHaveLength(1);
  });
});

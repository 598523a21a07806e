import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { at, isMoment, ok, type Promised, type Section, within } from './promise.js';
import type { Delivery } from './receiver.js';
import type { World } from './world.js';

const TYPES = [
  'analysis.complete',
  'session.end',
  'session.prediction',
  'alert.triggered',
  'fine_tune.started',
  'fine_tune.completed',
  'fine_tune.failed',
];
const OTHER_NAMES = ['analysis.completed', 'session.ended'];

/** Analyzes once and waits for what `path` is told of it. */
const toldOf = async (world: World, path: string, type = 'analysis.complete'): Promise<Delivery> => {
  const { request_id } = ok(await world.analyze({ vertical: 'contact_center' }));
  return world.receiver.next(
    `${type} at ${path}`,
    ({ path: to, event }) => to === path && event.type === type && event.data['request_id'] === request_id,
  );
};

export const webhooks: Section = {
  title: 'Webhooks',
  promises: [
    {
      says: 'POST: `webhook` object (id, url, events, active, created_at); the secret is not echoed',
      holds: async ({ caller, receiver, secret }) => {
        const fields = { url: `${receiver.url}/made`, events: ['session.end'] };
        const answer = ok(await caller.createWebhook({ ...fields, secret }));
        expect(answer['webhook']).toEqual({
          ...fields,
          id: expect.any(String) as string,
          active: true,
          created_at: expect.any(String) as string,
        });
        isMoment(at(answer, 'webhook.created_at'));
        expect(JSON.stringify(answer)).not.toContain(secret);
      },
    },
    {
      says: 'GET: list, without secrets; DELETE removes from it',
      holds: async ({ caller, subscribe, secret }) => {
        const id = await subscribe(['session.end'], '/listed');
        const ids = async () =>
          (ok(await caller.listWebhooks())['webhooks'] as { id: string }[]).map((webhook) => webhook.id);
        expect(await ids()).toContain(id);
        expect(JSON.stringify((await caller.listWebhooks()).json)).not.toContain(secret);
        ok(await caller.deleteWebhook(id));
        expect(await ids()).not.toContain(id);
      },
    },
    {
      says: 'PATCH with active=false: deliveries are no longer expected; with active=true they are again',
      holds: async (world) => {
        const id = await world.subscribe(['analysis.complete'], '/switched');
        const set = async (change: object) => ok(await world.caller.updateWebhook(id, { ...change }));
        expect((await set({ active: false }))['webhook']).toMatchObject({ id, active: false });
        const { request_id: unheard } = ok(await world.analyze());
        // What another receiver heard later, this one would have heard by then.
        await toldOf(world, '/complete');
        expect((await set({ active: true }))['webhook']).toMatchObject({ id, active: true });
        await toldOf(world, '/switched');
        const heard = world.receiver.deliveries.filter(({ path }) => path === '/switched');
        expect(heard.map(({ event }) => event.data['request_id'])).not.toContain(unheard);
      },
    },
    {
      says: 'PATCH: `events` array',
      holds: async ({ caller, subscribe }) => {
        const id = await subscribe(['session.end'], '/changed');
        const events = ['alert.triggered', 'session.prediction'];
        expect(ok(await caller.updateWebhook(id, { events }))['webhook']).toMatchObject({ id, events });
      },
    },
    ...[...TYPES, ...OTHER_NAMES].map((type) => ({
      says: `Subscribable type: ${type}`,
      holds: async ({ caller, subscribe, wire, receiver }: World) => {
        const path = `/type/${type}`;
        const id = await subscribe([type], path);
        expect((await wire.json('POST', `/v1/webhooks/${id}/test`, {})).status).toBe(202);
        const { event } = await receiver.next(`${type} at ${path}`, (delivery) => delivery.path === path);
        expect(event.type).toBe(type);
        ok(await caller.deleteWebhook(id));
      },
    })),
  ],
};

const hmac = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export const events: Section = {
  title: 'Events',
  promises: [
    {
      says: 'Event envelope: id (unique event id), type, created_at (ISO 8601), data',
      holds: async (world) => {
        const [one, other] = [await toldOf(world, '/complete'), await toldOf(world, '/complete')];
        expect(Object.keys(one.event).sort()).toEqual(['created_at', 'data', 'id', 'type']);
        isMoment(one.event.created_at);
        expect(one.event.id).not.toBe(other.event.id);
      },
    },
    {
      says: 'analysis.complete: request_id, emotion, confidence, valence, arousal, dominance, state, metrics (escalation_risk string, csat_predicted number)',
      holds: async (world) => {
        const { event } = await toldOf(world, '/complete');
        expect(event.data).toMatchObject({
          emotion: expect.any(String) as string,
          confidence: expect.any(Number) as number,
          valence: expect.any(Number) as number,
          arousal: expect.any(Number) as number,
          dominance: expect.any(Number) as number,
          state: expect.any(String) as string,
          metrics: {
            escalation_risk: expect.any(String) as string,
            csat_predicted: expect.any(Number) as number,
          },
        });
      },
    },
    {
      says: 'analysis.completed (a batch transcribe call finishes; payload is the full transcription)',
      holds: async ({ caller, recording, receiver }) => {
        const id = `transcribed-${receiver.url}`;
        const items = [{ id, audio_base64: recording.base64 }];
        ok(await caller.analyzeBatch({ items, diarize: true }));
        const { event } = await receiver.next(
          'analysis.completed',
          ({ path, event: { data } }) => path === '/completed' && data['item_id'] === id,
        );
        expect(event.type).toBe('analysis.completed');
        expect(event.data).toMatchObject({
          turns: [{ speaker: { id: 'speaker_1' } }],
          speakers: [{ talkSeconds: expect.any(Number) as number }],
        });
      },
    },
    {
      says: 'session.end: session_id, duration, utterance_count, final_emotion, emotion_trajectory, predictions (4 numbers), summary (dominant_emotion, peak_escalation_risk, sentiment_change)',
      holds: async ({ caller, recording, receiver }) => {
        ok(await caller.createSession({ session_id: 'ended' }));
        for (let said = 0; said < 2; said++)
          ok(await caller.addUtterance('ended', { audio_base64: recording.base64 }));
        ok(await caller.endSession('ended'));
        const { event } = await receiver.next(
          'session.end',
          ({ path, event: { data } }) => path === '/end' && data['session_id'] === 'ended',
        );
        const { data } = event;
        expect(event.type).toBe('session.end');
        within(data['duration'], 0.1, 3_600);
        expect(data['utterance_count']).toBe(2);
        expect(data['final_emotion']).toBeTypeOf('string');
        for (const label of data['emotion_trajectory'] as unknown[]) expect(label).toBeTypeOf('string');
        for (const name of ['escalation_risk', 'churn_risk', 'resolution_probability', 'predicted_csat'])
          expect(at(data, `predictions.${name}`)).toBeTypeOf('number');
        expect(data['summary']).toMatchObject({
          dominant_emotion: expect.any(String) as string,
          peak_escalation_risk: expect.any(Number) as number,
          sentiment_change: expect.any(Number) as number,
        });
      },
    },
    {
      says: 'session.ended (a realtime session closes; payload is the session’s turns and speakers)',
      holds: async ({ caller, recording, receiver }) => {
        const told = await caller.stream(recording.samples, 'general');
        const id = told.find(({ type }) => type === 'session.ready')?.['session_id'];
        const { event } = await receiver.next(
          'session.ended',
          ({ path, event: { data } }) => path === '/ended' && data['session_id'] === id,
        );
        expect(event.data).toMatchObject({
          turns: [{ speaker: { id: expect.any(String) as string } }],
          speakers: [{ talkSeconds: expect.any(Number) as number }],
        });
      },
    },
    {
      says: 'session.prediction (threshold crossed); alert.triggered: alert_type, session_id, threshold, value, emotion, recommended_action',
      holds: async ({ caller, wire, recording, receiver }) => {
        const rule = { id: 'any_risk', metric: 'escalation_risk', direction: 'above' };
        const alerts = [{ ...rule, enter: 0.001, leave: 0.0005, minimum_utterances: 1 }];
        expect((await wire.json('PUT', '/v1/alerts', { alerts })).status).toBe(200);
        ok(await caller.createSession({ session_id: 'alarming' }));
        ok(await caller.addUtterance('alarming', { audio_base64: recording.base64 }));
        const next = (type: string) =>
          receiver.next(type, ({ event }) => event.type === type && event.data['session_id'] === 'alarming');
        const { event } = await next('alert.triggered');
        expect(event.data).toMatchObject({
          alert_type: 'escalation_risk_high',
          threshold: 0.001,
          value: expect.any(Number) as number,
          emotion: expect.any(String) as string,
          recommended_action: expect.any(String) as string,
        });
        await next('session.prediction');
        expect((await wire.send('DELETE', '/v1/alerts')).status).toBe(200);
      },
    },
  ],
};

export const signature: Section = {
  title: 'Signature',
  promises: [
    {
      says: 'HMAC-SHA256 over the raw request body, using the webhook secret: X-Service-Signature: sha256=<hex digest>',
      holds: async (world) => {
        const { headers, body } = await toldOf(world, '/complete');
        expect(headers['x-service-signature']).toBe(`sha256=${hmac(world.secret, body)}`);
      },
    },
  ],
};

export const deliveries: Section = {
  title: 'Delivery and retry',
  promises: [
    {
      says: 'A delivery succeeds on any 2xx response',
      holds: async (world) => {
        const id = await world.subscribe(['analysis.complete'], '/status/204');
        await toldOf(world, '/status/204');
        await expect
          .poll(() => newest(world, id), { timeout: 10_000 })
          .toMatchObject({
            status: 'delivered',
            attempts: [{ number: 1, status: 'succeeded', response_code: 204 }],
          });
        ok(await world.caller.deleteWebhook(id));
      },
    },
    {
      says: 'Attempt 1: immediate; attempt 2: 1 minute; the same event may arrive more than once, with the same `id`',
      holds: async (world) => {
        const id = await world.subscribe(['analysis.complete'], '/status/500');
        const { event } = await toldOf(world, '/status/500');
        await expect
          .poll(() => newest(world, id), { timeout: 10_000 })
          .toMatchObject({
            status: 'pending',
            event_id: event.id,
            attempts: [{ number: 1, status: 'failed', response_code: 500 }],
          });
        const { attempts, next_attempt_at: next } = await newest(world, id);
        const waitMs = Date.parse(next) - Date.parse(attempts[0]!.attempted_at);
        within(waitMs, 59_000, 66_000);
        ok(await world.caller.deleteWebhook(id));
      },
    },
  ] satisfies Promised[],
};

interface ShownDelivery {
  readonly status: string;
  readonly event_id: string;
  readonly next_attempt_at: string;
  readonly attempts: readonly { readonly number: number; readonly attempted_at: string }[];
}

const newest = async ({ wire }: World, id: string): Promise<ShownDelivery> => {
  const { deliveries: list } = ok(await wire.send('GET', `/v1/webhooks/${id}/deliveries`));
  return (list as ShownDelivery[])[0]!;
};

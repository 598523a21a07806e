import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, problemsOf, type SessionsRig, startSessionsRig } from '../sessions/testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

const stream = async (): Promise<string> => {
  const id = await rig.begin();
  const orgId = rig.us.organization.id;
  const order = { orgId, id, vertical: 'general', language: 'en', metadata: {} };
  await rig.gateway.services.conversations.openStream(order);
  return id;
};
const answer = (session_id: string, body: object = {}) =>
  rig.call('POST', '/v1/feedback/cues', { session_id, cue_id: 'cue_1', action: 'dismissed', ...body });

describe('POST /v1/feedback/cues', () => {
  it('passes the agent’s action to the stream that gave the cue, once', async () => {
    const id = await stream();
    for (let round = 0; round < 2; round++) {
      const { status, json } = await answer(id, { after_ms: 900 });
      expect(status).toBe(202);
      expect(json['feedback']).toEqual({
        session_id: id,
        cue_id: 'cue_1',
        action: 'dismissed',
        after_ms: 900,
      });
    }
    await answer(id, { action: 'snoozed' });
    const { notes } = await rig.gateway.services.conversations.newsSince(rig.us.organization.id, id, 0);
    expect(notes).toMatchObject([
      { kind: 'cue_answer', cueId: 'cue_1', action: 'dismissed', afterMs: 900, revision: 1 },
      { kind: 'cue_answer', cueId: 'cue_1', action: 'snoozed', afterMs: null, revision: 2 },
    ]);
  });

  it('answers 409 for a session without a stream, and for one that has ended', async () => {
    const id = await rig.begin();
    expect(codeOf(await answer(id))).toBe('conflict');
    const over = await stream();
    await rig.call('POST', `/v1/sessions/${over}/end`, {});
    expect(codeOf(await answer(over))).toBe('conflict');
  });

  it('answers 403 for an unknown session', async () => {
    expect(codeOf(await answer('ses_nobody'))).toBe('forbidden');
  });

  it.each([
    [{ action: 'hated' }, 'action'],
    [{ cue_id: '' }, 'cue_id'],
    [{ after_ms: -1 }, 'after_ms'],
  ])('answers 400 for %j', async (body, parameter) => {
    const reply = await answer('ses_nobody', body);
    expect(codeOf(reply)).toBe('validation_error');
    expect(problemsOf(reply)).toEqual([parameter]);
  });
});

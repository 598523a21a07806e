import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobSchema } from './fine-tune-fields.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';
import { base64Of, sampleWav } from './testing/samples.js';

let rig: FineTuneRig;
beforeAll(async () => {
  rig = await startFineTuneRig();
}, 120_000);
afterAll(() => rig.stop());

const kept = async (): Promise<number> =>
  (await rig.database.queries.selectFrom('training_readings').selectAll().execute()).length;

describe('corrections as samples', () => {
  it('are those whose consent had the scope `training`, and no others', async () => {
    const { json } = await rig.call('POST', '/v1/sessions', {});
    const sessionId = (json['session'] as { id: string }).id;
    const say = async (
      label: 'calm' | 'excited',
      n: number,
      scope: readonly string[] | undefined,
    ): Promise<void> => {
      const utterance = `${label}-${n}`;
      const added = await rig.call('POST', `/v1/sessions/${sessionId}/utterances`, {
        utterance_id: utterance,
        audio_base64: base64Of(sampleWav(label, n + 1)),
        ...(scope !== undefined && { consent: { basis: 'consent', scope } }),
      });
      expect([added.status, added.json['error']]).toEqual([201, undefined]);
      const corrected = await rig.call('POST', '/v1/feedback/corrections', {
        session_id: sessionId,
        utterance_id: utterance,
        emotion: label === 'calm' ? 'content' : 'excited',
      });
      expect(corrected.status).toBe(200);
    };
    for (const label of ['calm', 'excited'] as const) {
      for (let n = 0; n < 10; n++) await say(label, n, ['analysis', 'training']);
      await say(label, 20, ['analysis']);
      await say(label, 21, undefined);
    }
    expect(await kept()).toBe(20);
    const created = await rig.call('POST', '/v1/fine-tune', {
      name: 'corrected',
      corrections: true,
      max_seconds: 100,
    });
    const { id } = jobSchema.parse(created.json['job']);
    const job = await rig.until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'completed', samples: { total: 20, ready: 20 } });
    const own = job.report?.labels.filter(({ kind }) => kind !== 'kept');
    expect(own?.map(({ name }) => name).sort()).toEqual(['content', 'excited']);

    // The readings are deleted with their session.
    expect((await rig.call('DELETE', `/v1/sessions/${sessionId}`)).status).toBe(204);
    expect(await kept()).toBe(0);
    const none = await rig.call('POST', '/v1/fine-tune', {
      name: 'corrected',
      corrections: true,
      max_seconds: 100,
    });
    expect(none.status).toBe(400);
  }, 120_000);
});

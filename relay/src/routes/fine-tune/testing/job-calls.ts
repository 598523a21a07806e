import { expect } from 'vitest';
import { jobSchema } from '../fine-tune-fields.js';
import type { FineTuneRig, Reply } from './fine-tune-rig.js';

/** What `samplesOf` is labelled with. */
export const OWN_LABELS = [{ name: 'calm', as: 'content' }, { name: 'excited' }];

/** The job of an answer that is no error, checked against the documented form. */
export const jobOf = ({ json }: Pick<Reply, 'json'>) => {
  expect(json['error']).toBeUndefined();
  return jobSchema.parse(json['job']);
};

/** What an error says of each field. */
export const detailsOf = ({ json }: Pick<Reply, 'json'>) =>
  (json['error'] as { details: Record<string, string[]> }).details;

/** Asks for a job with two labels of its own; `fields` add to that or replace it. */
export const createJob = (rig: FineTuneRig, fields: Record<string, unknown>): Promise<Reply> =>
  rig.call('POST', '/v1/fine-tune', { name: 'claims', labels: OWN_LABELS, max_seconds: 200, ...fields });

/** The job once nothing happens to it any more. */
export const finishedJob = async (rig: FineTuneRig, id: string) =>
  jobSchema.parse(await rig.until(id, 'completed', 'failed', 'cancelled'));

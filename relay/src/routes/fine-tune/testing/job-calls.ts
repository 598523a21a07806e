import { expect } from 'vitest';
import { jobSchema } from '../fine-tune-fields.js';
import type { FineTuneRig, Reply } from './fine-tune-rig.js';

/** The labels of `samplesOf`. */
export const OWN_LABELS = [{ name: 'calm', as: 'content' }, { name: 'excited' }];

/** The job in a successful answer, checked against the documented schema. */
export const jobOf = ({ json }: Pick<Reply, 'json'>) => {
  expect(json['error']).toBeUndefined();
  return jobSchema.parse(json['job']);
};

/** The messages of an error for each field. */
export const detailsOf = ({ json }: Pick<Reply, 'json'>) =>
  (json['error'] as { details: Record<string, string[]> }).details;

/** Requests a job with two labels of its own; `fields` add to the request or replace parts of it. */
export const createJob = (rig: FineTuneRig, fields: Record<string, unknown>): Promise<Reply> =>
  rig.call('POST', '/v1/fine-tune', {
    name: 'claims',
    labels: OWN_LABELS,
    max_seconds: 200,
    activate: 'if_better',
    ...fields,
  });

/** The job after it reached a final state. */
export const finishedJob = async (rig: FineTuneRig, id: string) =>
  jobSchema.parse(await rig.until(id, 'completed', 'failed', 'cancelled'));

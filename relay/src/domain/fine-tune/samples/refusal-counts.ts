import { z } from 'zod';
import { LEAST_SPEECH_MS, type RefusalCode, SAMPLE_SECONDS } from './sample.js';

const samples = (which: string) => z.number().int().describe(`Samples ${which}`).optional();

/** How many samples were refused for each reason; a reason without any is absent. */
export const refusalCounts = z.strictObject({
  unknown_label: samples('whose label is none of the job’s.'),
  no_audio: samples('with no recording, or with more than one.'),
  bad_url: samples('whose `audio_url` is no http or https URL.'),
  unreachable: samples('whose `audio_url` could not be fetched.'),
  too_large: samples('whose file has more than 25 MB.'),
  unsupported_audio_format: samples('whose file is of no format that is read.'),
  undecodable_audio: samples('whose file could not be decoded.'),
  too_long: samples(`of more than ${SAMPLE_SECONDS.most} s.`),
  too_short: samples(`of less than ${SAMPLE_SECONDS.least} s.`),
  silent: samples(`with less than ${LEAST_SPEECH_MS} ms of speech.`),
  not_speech: samples('of which more than half of the sound is no speech.'),
  duplicate: samples('with the same recording as another sample of the job.'),
  over_budget: samples('for which the seconds of `max_seconds` did not suffice.'),
  withdrawn: samples('whose session was deleted, or whose consent was taken back.'),
} satisfies Record<RefusalCode, z.ZodType>);

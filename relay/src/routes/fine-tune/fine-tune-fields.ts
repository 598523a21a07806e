import { LABELS } from '@undertone/protocol';
import { z } from 'zod';
import { ACTIVATIONS, JOB_STATES } from '../../domain/fine-tune/jobs/job.js';
import { reportSchema } from '../../domain/fine-tune/report.js';
import { JOB_LIMITS, REFUSALS } from '../../domain/fine-tune/samples/sample.js';
import { VERTICAL_NAMES } from '../../domain/call/verticals/verticals.js';
import { encodedAudio } from '../analysis/analysis-fields.js';
import { isUnique } from '../requests/unique.js';

/** The largest number of samples in one request. */
const SAMPLES_AT_ONCE = 2_000;

const storable = (text: string): boolean => !/[\p{Surrogate}\p{Cc}]/u.test(text);
const word = (most: number) =>
  z.string().min(1).max(most).refine(storable, 'must be well-formed text without control characters');

/** The name is also part of paths, and `@` separates it from its version. */
const modelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, 'must be 1 to 64 letters, digits, spaces, ., _ or -')
  .meta({
    description: 'Name of the model that comes of it; a job of the same name makes its next version.',
  });

const ownLabel = z.union([
  word(64),
  z.strictObject({
    name: word(64).meta({ description: 'As samples carry it.' }),
    as: z
      .enum(LABELS)
      .meta({
        description: 'Which of the 14 it is told as; absent, the one the base model hears most in it.',
      })
      .optional(),
  }),
]);

const labels = z
  .array(ownLabel)
  .min(1)
  .max(JOB_LIMITS.labels)
  .transform((list) => list.map((label) => (typeof label === 'string' ? { name: label } : label)))
  .refine((list) => isUnique(list.map(({ name }) => name)), 'must not repeat a label')
  .meta({
    description:
      'Every label that samples may carry: some of the 14, and your own. Absent: the 14. An own label comes back in `own_labels`; in `emotion_probabilities` its probability goes to the label of the 14 that it is told as.',
  });

/** One sample. A problem with its audio affects only this sample; the others continue. */
const sample = z.strictObject({
  id: word(128).meta({ description: 'Your own name for it; absent, its number.' }).optional(),
  label: word(64).meta({ description: 'How it sounds: one of `labels`.' }),
  speaker_id: word(128)
    .meta({ description: 'Who speaks. With four people or more, people are left out to judge the model.' })
    .optional(),
  audio_url: z
    .string()
    .max(2_048)
    .meta({ format: 'uri', description: 'Where the relay fetches its audio.' })
    .optional(),
  audio_base64: encodedAudio(0)
    .meta({ type: 'string', contentEncoding: 'base64', description: 'Its audio, as a file of any format.' })
    .optional(),
  audio: z.string().max(128).meta({ description: 'In a form: the name of its file part.' }).optional(),
});
export type SampleField = z.output<typeof sample>;

const samplesField = z.array(sample).max(SAMPLES_AT_ONCE).meta({ description: 'Recordings to learn from.' });

export const createBody = z
  .strictObject({
    name: modelName,
    vertical: z
      .enum(VERTICAL_NAMES)
      .meta({ description: 'Where it may become the default; absent, everywhere.' })
      .optional(),
    base_model: z.string().max(128).meta({ description: 'Absent: the relay’s model.' }).optional(),
    labels: labels.optional(),
    samples: samplesField.optional(),
    corrections: z
      .boolean()
      .meta({
        description:
          'Adds the corrected utterances of your sessions whose `consent` had the scope `training`, and no others.',
      })
      .optional(),
    activate: z
      .enum(ACTIVATIONS)
      .meta({
        description:
          'When it becomes the default: `never` (as it is absent), so that you look at its report and activate it, or `if_better`.',
      })
      .optional(),
    max_seconds: z
      .number()
      .positive()
      .max(JOB_LIMITS.seconds)
      .meta({
        description:
          'Seconds of samples it may use: so many credits are set aside, and what was used is charged. Absent: 10 s a sample, at least 600 s.',
      })
      .optional(),
    start: z
      .boolean()
      .meta({ description: 'False: more samples come to `/samples`, and `/start` begins.' })
      .optional(),
  })
  .meta({ id: 'FineTuneRequest' });
export type CreateFields = z.output<typeof createBody>;

export const samplesBody = z
  .strictObject({ samples: samplesField.min(1) })
  .meta({ id: 'FineTuneSamples', description: 'Each with `audio_url` or `audio_base64`.' });

const AS_JSON = 'As in the JSON form.';
const jsonText = (description: string) => z.string().meta({ description });

export const createForm = z
  .looseObject({
    name: modelName,
    vertical: z.enum(VERTICAL_NAMES).meta({ description: AS_JSON }).optional(),
    base_model: z.string().meta({ description: AS_JSON }).optional(),
    labels: jsonText('JSON').optional(),
    samples: jsonText(
      'JSON. A sample takes the file part that its `audio` names, or the one with its id for a name.',
    ).optional(),
    corrections: z.enum(['true', 'false']).meta({ description: AS_JSON }).optional(),
    activate: z.enum(ACTIVATIONS).meta({ description: AS_JSON }).optional(),
    max_seconds: z.string().meta({ description: AS_JSON }).optional(),
    start: z.enum(['true', 'false']).meta({ description: AS_JSON }).optional(),
  })
  .meta({ id: 'FineTuneForm', description: 'Further parts are the files.' });

export const samplesForm = z.looseObject({ samples: jsonText('JSON') }).meta({ id: 'FineTuneSamplesForm' });

const time = z.iso.datetime();

export const jobSchema = z
  .strictObject({
    id: z.string().describe('Of the job.'),
    name: z.string().describe('Of the model to be.'),
    status: z.enum(JOB_STATES).describe('Where it stands.'),
    accepts_samples: z.boolean().describe('Whether more may be added.'),
    progress: z.number().min(0).max(1).meta({ description: 'Of the whole job.' }),
    stage: z
      .strictObject({
        progress: z.number().min(0).max(1).describe('Of this stage, 0 to 1.'),
        since: time.describe('When it began.'),
        eta_seconds: z
          .number()
          .nullable()
          .meta({ description: 'Until its stage ends; null while nobody can tell.' }),
      })
      .describe('How far the present `status` is.'),
    vertical: z.string().nullable().describe('Where the model may become the default; null: everywhere.'),
    base_model: z
      .strictObject({
        id: z.string().describe('Its name.'),
        version: z.string().describe('Of its files.'),
        sha256: z.string().describe('Of their bytes, in hex.'),
      })
      .describe('The readers that it is trained on.'),
    labels: z
      .array(
        z.strictObject({
          name: z.string().describe('Yours.'),
          as: z.string().nullable().describe('The label that it is told as; null: found in training.'),
        }),
      )
      .describe('Yours, and the label that each is told as.'),
    activate: z.enum(ACTIVATIONS).describe('When the model becomes the default.'),
    samples: z
      .strictObject({
        total: z.number().int().describe('All.'),
        ready: z.number().int().describe('Heard, and good to use.'),
        refused: z.number().int().describe('That cannot be used.'),
        waiting: z.number().int().describe('Not heard yet.'),
        seconds: z.number().describe('Of those that are ready.'),
      })
      .describe('How many recordings it has.'),
    credits: z
      .strictObject({
        held: z.number().meta({ description: 'Set aside now.' }),
        charged: z.number().describe('What it cost; 0 until it is over.'),
      })
      .describe('One is a second of audio.'),
    max_seconds: z.number().describe('Seconds of samples that it may use.'),
    model: z.string().nullable().meta({ description: '`name@version`, as `model` of a request takes it.' }),
    error: z
      .strictObject({
        code: z.string().describe('For programs.'),
        message: z.string().describe('For people.'),
      })
      .nullable()
      .describe('Why it failed; null: it did not.'),
    log: z
      .array(
        z.strictObject({
          at: time.describe('When.'),
          stage: z.enum(JOB_STATES).describe('Its `status` then.'),
          message: z.string().describe('For people.'),
        }),
      )
      .describe('What happened, oldest first.'),
    report: reportSchema.nullable().describe('What the model gains and loses; null until it is over.'),
    created_at: time.describe('When it was made.'),
    started_at: time.nullable().describe('When it began to be worked on; null: not yet.'),
    finished_at: time.nullable().describe('When it was over; null: not yet.'),
  })
  .meta({ id: 'FineTuneJob', description: 'The training of a model: its samples, progress and report.' });

export const sampleSchema = z
  .strictObject({
    id: z.string().describe('Yours, or one that was made.'),
    label: z.string().describe('One of yours.'),
    speaker_id: z.string().nullable().describe('Who speaks; null: not said.'),
    status: z.enum(['waiting', 'ready', 'refused']).describe('What became of it.'),
    seconds: z.number().nullable().describe('Of audio; null until it was heard.'),
    reason: z
      .strictObject({
        code: z.enum(REFUSALS).describe('For programs.'),
        message: z.string().describe('For people.'),
      })
      .nullable()
      .describe('Why it was refused; null: it was not.'),
  })
  .meta({ id: 'FineTuneSample' });

export const jobParams = z.strictObject({ id: z.string().max(64).describe('Of the job.') });

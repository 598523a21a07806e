import { FEATURES, LIMITS } from '@undertone/protocol';
import { z } from 'zod';
import { STREAM_SCOPES } from '../../domain/accounts/stream-auth.js';
import { sessionIdText } from '../../domain/conversations/session-id.js';
import { storableText } from '../../domain/storable-text.js';
import { lineField } from '../requests/line-field.js';
import { isUnique } from '../requests/unique.js';

const MAX_ORIGINS = 10;
const MAX_METADATA = 16;

const seconds = (most: number) => z.number().int().min(1).max(most);

const isOrigin = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  return origin === value && (protocol === 'https:' || protocol === 'http:');
};

/** The body of `POST /v1/stream/tokens`. Every field is optional. */
export const streamTokenRequest = z.strictObject({
  session_id: sessionIdText
    .meta({
      description:
        'Your own name for the session, as in `POST /v1/sessions`: utterances and uploads of this name are one conversation with the stream. Absent: a fresh one.',
    })
    .optional(),
  scopes: z
    .array(z.enum(STREAM_SCOPES))
    .min(1)
    .refine(isUnique, 'must not repeat a scope')
    .default(['stream.write'])
    .describe('What the token opens: a session of its own, or a look at others’.'),
  vertical: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a vertical’s name')
    .optional()
    .describe('The page cannot choose another. Absent: what the page names, else that of the conversation.'),
  model: storableText(128)
    .min(1)
    .meta({ description: 'A model of yours, `name` or `name@version`; the page cannot choose another.' })
    .optional(),
  line: lineField
    .meta({
      description:
        'The microphone, trunk or queue that the stream hears, by a name of yours; the page cannot name another. Absent: what the page names, else that of the API key, `key:<id>`.',
    })
    .optional(),
  features: z
    .array(z.enum(FEATURES))
    .min(1)
    .refine(isUnique, 'must not repeat a feature')
    .optional()
    .describe('The most that the page may ask for; all when absent.'),
  allowed_origins: z
    .array(z.string().refine(isOrigin, 'must be an origin such as https://desk.example.com'))
    .max(MAX_ORIGINS)
    .default([])
    .describe('Pages of these origins alone may use the token; any when empty.'),
  expires_in: z
    .number()
    .int()
    .min(LIMITS.tokenTtlS.min)
    .max(LIMITS.tokenTtlS.max)
    .default(LIMITS.tokenTtlS.default)
    .describe('Seconds in which the token must be used.'),
  max_session_s: seconds(LIMITS.maxSessionS).optional().describe('The session ends after so many seconds.'),
  max_audio_s: seconds(LIMITS.maxSessionS * LIMITS.maxChannels)
    .optional()
    .describe('The session ends after so many seconds of audio, all channels together.'),
  max_credits: seconds(LIMITS.maxSessionS * LIMITS.maxChannels)
    .optional()
    .describe('The session ends when it has cost so much. One credit is one second of audio.'),
  privacy: z
    .literal('features')
    .meta({
      description:
        '`features`: the model runs in the page. The relay takes readings, prosody and turn times, and refuses audio.',
    })
    .optional(),
  policy: z
    .strictObject({
      agent_analysis: z
        .boolean()
        .optional()
        .describe('Whether an agent’s voice is analyzed, where the organization’s policy allows it.'),
    })
    .optional()
    .describe('Narrows the organization’s policy for this session.'),
  metadata: z
    .record(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'has an invalid name'), storableText(200))
    .refine((value) => Object.keys(value).length <= MAX_METADATA, `may have at most ${MAX_METADATA} entries`)
    .optional()
    .describe('Kept with the session; the page cannot change it. `role` names an observer.'),
});

export type StreamTokenRequest = z.infer<typeof streamTokenRequest>;

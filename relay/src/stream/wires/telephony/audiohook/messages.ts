import { z } from 'zod';

/** AudioHook audio is always 8 kHz. */
export const RATE_HZ = 8_000;

/** A duration or position on the wire, `PT1.25S`, read as samples. */
const samples = z
  .string()
  .regex(/^PT(\d+(\.\d*)?|\.\d+)S$/, 'must be a duration in seconds, PT…S')
  .transform((text) => Math.round(Number(text.slice(2, -1)) * RATE_HZ));

/** Samples as a duration of the wire. */
export const durationOf = (count: number): string => `PT${Number((count / RATE_HZ).toFixed(6))}S`;

const sequence = z.int().min(0);

/** What every message of the client has. */
export const anyMessage = z.looseObject({
  version: z.literal('2'),
  id: z.guid(),
  type: z.string().min(1),
  seq: sequence,
  serverseq: sequence,
  position: samples,
  parameters: z.looseObject({}),
});

const mediaOffer = z.looseObject({
  type: z.string(),
  format: z.string(),
  // Any names: an offer that is not understood is passed over, and does not void the others.
  channels: z.array(z.string()).min(1).max(16),
  rate: z.number(),
});
export type MediaOffer = z.infer<typeof mediaOffer>;

export const openParameters = z.looseObject({
  organizationId: z.guid(),
  conversationId: z.guid(),
  participant: z.looseObject({ id: z.guid(), ani: z.string(), aniName: z.string(), dnis: z.string() }),
  media: z.array(mediaOffer).max(64),
  language: z.string().max(35).optional(),
  supportedLanguages: z.boolean().optional(),
  continuedSessions: z
    .array(z.looseObject({ id: z.guid(), serverseq: sequence, clientseq: sequence }))
    .max(64)
    .optional(),
  customConfig: z.record(z.string(), z.unknown()).optional(),
});
export type OpenParameters = z.infer<typeof openParameters>;

/** Of `resumed` and `discarded`: audio that will never come. */
export const lostParameters = z.looseObject({ start: samples, discarded: samples });
export const updateParameters = z.looseObject({ language: z.string().min(1).max(35) });
export const closeParameters = z.looseObject({ reason: z.enum(['end', 'error', 'disconnect', 'reconnect']) });
export const errorParameters = z.looseObject({ code: z.int(), message: z.string() });
export const pingParameters = z.looseObject({ rtt: samples.optional() });

/** A connection probe has no conversation. */
export const NO_CONVERSATION = '00000000-0000-0000-0000-000000000000';

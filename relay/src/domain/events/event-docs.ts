import type { z } from 'zod';
import { EVENT_NAMES, type EventName } from './event-names.js';
import { exampleOf } from './event-examples.js';
import { eventSchemas } from './event-schemas.js';

/** One event, for the `webhooks` section of the API reference. */
export interface EventDoc {
  readonly name: EventName;
  readonly summary: string;
  readonly description: string;
  /** The schema of `data`. The envelope around it is the same for all events. */
  readonly data: z.ZodObject;
  /** A whole request body. */
  readonly example: { id: string; type: EventName; created_at: string; data: object };
}

const SUMMARIES: Readonly<Record<EventName, string>> = {
  'analysis.complete': 'Async analysis finished',
  'session.end': 'Conversation session ended',
  'session.prediction': 'Prediction threshold crossed',
  'alert.triggered': 'Custom alert triggered',
  'fine_tune.started': 'Fine-tuning job started',
  'fine_tune.completed': 'Fine-tuning job completed',
  'fine_tune.failed': 'Fine-tuning job failed',
  'wallet.budget_reached': 'A limit on the wallet was reached',
  'analysis.completed': 'A batch transcribe call finished, with the full transcription',
  'session.ended': 'A realtime session closed, with its turns and speakers',
};

const SAME_EVENT =
  'The other published name of the same event, with another payload and the same event id. A webhook takes one of the two names; whoever wants both payloads makes two.';

const OTHER_NAMES: Partial<Record<EventName, string>> = {
  'analysis.completed': SAME_EVENT,
  'session.ended': SAME_EVENT,
};

/** Every event that a webhook may subscribe to. */
export const eventDocs: readonly EventDoc[] = EVENT_NAMES.map((name) => ({
  name,
  summary: SUMMARIES[name],
  description: OTHER_NAMES[name] ?? `${SUMMARIES[name]}.`,
  data: eventSchemas[name],
  example: {
    id: 'evt_5nGq0rWc8LhTzKx2Jv7pYd',
    type: name,
    created_at: '2026-11-20T10:03:04.312Z',
    data: exampleOf(name),
  },
}));

/**
 * The events of the interface specification, under the first of the two published namings if there are two; those of the wallet are
 * ours.
 */
export const EVENT_TYPES = [
  'analysis.complete',
  'session.end',
  'session.prediction',
  'alert.triggered',
  'fine_tune.started',
  'fine_tune.completed',
  'fine_tune.failed',
  'wallet.budget_reached',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened to an organization and is sent to its subscribers. Written once, never changed. */
export interface NewEvent {
  readonly orgId: string;
  readonly type: EventType;
  /** The specification's `data`, snake_case, ready for JSON. */
  readonly data: object;
  /**
   * The payload under the other published naming if it differs (`analysis.completed`, `session.ended`): the full
   * transcription, or turns and speakers.
   */
  readonly alternateData?: object;
  /** At most one event of this type for this key and organization is ever written (for example the session's id). */
  readonly once?: string;
}

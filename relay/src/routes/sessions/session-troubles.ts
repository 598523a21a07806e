import type { ErrorCode } from '@undertone/protocol';

/** A problem that a caller may have with sessions, and its one answer. */
export interface Trouble {
  readonly when: string;
  readonly status: number;
  readonly code?: ErrorCode;
  /** The parameter that `error.details` names. */
  readonly parameter?: string;
  /** What happens instead, where the answer is not an error. */
  readonly instead?: string;
}

/** For `POST /v1/sessions/{id}/utterances`; the reference lists them, and a test sends each one. */
export const UTTERANCE_TROUBLES = {
  unknown: {
    when: 'the session is unknown or another organization’s',
    status: 403,
    code: 'forbidden',
  },
  deleted: {
    when: 'the session was yours and was deleted in the last 30 days',
    status: 404,
    code: 'not_found',
  },
  over: {
    when: 'the session has ended or expired',
    status: 409,
    code: 'conflict',
    parameter: 'session_id',
  },
  withdrawn: {
    when: 'its stream is paused because consent was withdrawn, and the utterance says how somebody sounds',
    status: 403,
    code: 'policy_blocked',
  },
  again: {
    when: 'the same utterance is sent again under its `utterance_id` or `index`',
    status: 200,
    instead: 'nothing is changed or charged; `duplicate` is true',
  },
  taken: {
    when: 'another utterance has this `utterance_id` or `index`',
    status: 409,
    code: 'conflict',
    parameter: 'utterance_id',
  },
  late: {
    when: 'it arrives after later ones, by `start` or `index`',
    status: 201,
    instead: 'it is put where it belongs, and everything is predicted anew',
  },
  overlapping: {
    when: 'it overlaps another one in time',
    status: 201,
    instead: 'both count; where the speakers differ, the one who begins second interrupts',
  },
  negative: {
    when: '`start` or `duration` is negative, not a number or beyond seven days or an hour',
    status: 400,
    code: 'validation_error',
    parameter: 'start',
  },
  huge: {
    when: '`transcript` is longer than 100,000 characters',
    status: 400,
    code: 'validation_error',
    parameter: 'transcript',
  },
  odd: {
    when: 'an id is empty, longer than 128 characters, or no well-formed text (NUL, half a surrogate pair)',
    status: 400,
    code: 'validation_error',
    parameter: 'utterance_id',
  },
  none: {
    when: 'there is no audio, result or transcript',
    status: 400,
    code: 'validation_error',
    parameter: 'audio',
  },
  two: {
    when: 'there is more than one audio source',
    status: 400,
    code: 'validation_error',
    parameter: 'audio_url',
  },
} as const satisfies Readonly<Record<string, Trouble>>;

/** For `POST /v1/sessions/{id}/outcome`. */
export const OUTCOME_TROUBLES = {
  unknown: UTTERANCE_TROUBLES.unknown,
  deleted: UTTERANCE_TROUBLES.deleted,
  early: { when: 'the session goes on: its outcome lies in the future', status: 409, code: 'conflict' },
  future: {
    when: '`observed_at` is in the future',
    status: 400,
    code: 'validation_error',
    parameter: 'observed_at',
  },
  empty: {
    when: 'it says nothing',
    status: 400,
    code: 'validation_error',
    parameter: 'body',
  },
} as const satisfies Readonly<Record<string, Trouble>>;

/** As Markdown, for the reference. */
export const troublesText = (troubles: Readonly<Record<string, Trouble>>): string =>
  [
    '| When | Answer |',
    '|---|---|',
    ...Object.values(troubles).map(
      ({ when, status, code, parameter, instead }) =>
        `| ${when} | ${status}${code === undefined ? '' : ` \`${code}\``}${parameter === undefined ? '' : `, \`details.${parameter}\``}${instead === undefined ? '' : `: ${instead}`} |`,
    ),
  ].join('\n');

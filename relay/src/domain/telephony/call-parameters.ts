import type { SessionHello, Subject } from '@undertone/protocol';

/**
 * What a call says about itself in the vendor's free parameters. These names are read; all others are metadata of the
 * session, as they are.
 */
export interface CallParameters {
  readonly token?: string;
  /** By channel id. */
  readonly subjects: Readonly<Record<string, Subject>>;
  readonly hello: Pick<SessionHello, 'sessionId' | 'vertical' | 'line' | 'model' | 'consent' | 'metadata'>;
}

const SUBJECT_OF = /^subject_(\w+)$/;
const SUBJECTS: readonly Subject[] = ['customer', 'agent', 'self', 'unknown'];

/**
 * Reads the parameters of a call. An empty value counts as absent: a call flow often has none for a variable.
 * @param known what the vendor itself says, under the same names; a parameter of the call wins
 */
export const readCallParameters = (
  parameters: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string | undefined>>,
): CallParameters => {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(known)) if (value) metadata[name] = value;
  const subjects: Record<string, Subject> = {};
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') continue;
    const channel = SUBJECT_OF.exec(name)?.[1];
    if (channel !== undefined) subjects[channel] = subjectOf(value);
    else if (OWN_NAMES.has(name)) named[name] = value;
    else metadata[name] = value;
  }
  const { token, session_id, vertical, line, model, consent_basis, consent_scope } = named;
  return {
    ...(token !== undefined && { token }),
    subjects,
    hello: {
      metadata,
      ...(session_id !== undefined && { sessionId: session_id }),
      ...(vertical !== undefined && { vertical }),
      ...(line !== undefined && { line }),
      ...(model !== undefined && { model }),
      ...((consent_basis !== undefined || consent_scope !== undefined) && {
        consent: {
          ...(consent_basis !== undefined && { basis: consent_basis }),
          scope: (consent_scope ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
        },
      }),
    },
  };
};

/** The token must never be among the metadata, which is stored. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'token',
  'session_id',
  'vertical',
  'line',
  'model',
  'consent_basis',
  'consent_scope',
]);

/** An unknown word is refused with the hello, as that of any channel. */
const subjectOf = (value: string): Subject => SUBJECTS.find((subject) => subject === value) ?? 'unspecified';

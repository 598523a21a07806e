import type { ServerBody } from '@undertone/protocol';
import { defined } from '../../domain/defined.js';

type Identity = Extract<ServerBody, { kind: 'identity_resolved' }>;

const identity = (value: Identity['value']): Identity => ({ kind: 'identity_resolved', value });

/** A voice is this person's. */
export const recognized = (
  speakerId: string,
  { personId, label, evidenceSeconds }: { personId: string; label: string; evidenceSeconds: number },
): Identity => identity({ speakerId, personId, label, verified: true, evidenceSeconds });

/** A voice is nobody's, or nobody's any more. */
export const nobody = (speakerId: string, evidenceSeconds = 0): Identity =>
  identity({ speakerId, verified: false, evidenceSeconds });

/** The agent of a call as clients are told of: a person, a name, or neither. */
export interface NamedAgent {
  readonly profileId: string | undefined;
  /** As whoever enrolled the agent for this call wrote it. */
  readonly label: string | undefined;
}

/** A voice is the agent's. */
export const agentFound = (
  speakerId: string,
  { profileId, label }: NamedAgent,
  evidenceSeconds: number,
): Identity =>
  identity({
    speakerId,
    ...defined({ personId: profileId, label }),
    subject: 'agent',
    verified: true,
    evidenceSeconds,
  });

/** Who the agent is was forgotten; that the voice is an employee's stays true. */
export const agentForgotten = (speakerId: string): Identity =>
  identity({ speakerId, subject: 'agent', verified: false, evidenceSeconds: 0 });

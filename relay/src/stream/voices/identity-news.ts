import type { ServerBody } from '@undertone/protocol';
import { defined } from '../../domain/defined.js';

type Identity = Extract<ServerBody, { kind: 'identity_resolved' }>;

const identity = (value: Identity['value']): Identity => ({ kind: 'identity_resolved', value });

/** A voice belongs to this person. */
export const recognized = (
  speakerId: string,
  { personId, label, evidenceSeconds }: { personId: string; label: string; evidenceSeconds: number },
): Identity => identity({ speakerId, personId, label, verified: true, evidenceSeconds });

/** A voice belongs to nobody known, or no longer does. */
export const nobody = (speakerId: string, evidenceSeconds = 0): Identity =>
  identity({ speakerId, verified: false, evidenceSeconds });

/** The agent of a call as clients see it: a person, a name, or neither. */
export interface NamedAgent {
  readonly profileId: string | undefined;
  /** As the client that enrolled the agent for this call wrote it. */
  readonly label: string | undefined;
}

/** A voice belongs to the agent. */
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

/** The agent's identity was deleted. The voice still belongs to an employee. */
export const agentForgotten = (speakerId: string): Identity =>
  identity({ speakerId, subject: 'agent', verified: false, evidenceSeconds: 0 });

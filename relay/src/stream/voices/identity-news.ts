import type { ServerBody } from '@undertone/protocol';
import type { Recognition } from '../../domain/speakers/identities.js';
import { defined } from '../../domain/defined.js';

type Identity = Extract<ServerBody, { kind: 'identity_resolved' }>;

const identity = (value: Identity['value']): Identity => ({ kind: 'identity_resolved', value });

/** A voice belongs to this person, and not to the one it was taken for before. */
export const recognized = (
  speakerId: string,
  { speakerId: personId, label, evidenceSeconds, logLikelihoodRatio }: Recognition,
  previousPersonId?: string,
): Identity =>
  identity({
    speakerId,
    personId,
    label,
    verified: true,
    evidenceSeconds,
    logLikelihoodRatio,
    ...defined({ previousPersonId }),
  });

/** A voice belongs to nobody known, or no longer does. */
export const nobody = (speakerId: string, evidenceSeconds = 0, previousPersonId?: string): Identity =>
  identity({ speakerId, verified: false, evidenceSeconds, ...defined({ previousPersonId }) });

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

import type { IdentityResolved } from '@undertone/protocol';

/** A person recognized by voice, or the call's agent, and which of the call's voices it is. */
export interface Person {
  readonly speakerId: string;
  /** As the organization wrote it at the enrollment; undefined when the relay does not give it. */
  readonly name: string | undefined;
  /** True for the agent of this call, whose voice is on a channel that others share. */
  readonly isAgent: boolean;
}

/** Updates who speaks. Forgets a voice that is no longer verified, as a consent may have been withdrawn, unless it is the agent's. */
export const withIdentity = (
  people: readonly Person[],
  { speakerId, verified, label, subject }: IdentityResolved,
): readonly Person[] => {
  const others = people.filter((person) => person.speakerId !== speakerId);
  const isAgent = subject === 'agent';
  return verified || isAgent
    ? [...others, { speakerId, name: verified ? label : undefined, isAgent }]
    : others;
};

/** The person behind a voice of the call. */
export const personOf = (people: readonly Person[], speakerId: string | undefined): Person | undefined =>
  people.find((person) => person.speakerId === speakerId);

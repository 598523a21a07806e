import type { IdentityResolved } from '@undertone/protocol';

/** Somebody who was recognized by voice, and under which of the call's voices. */
export interface Person {
  readonly speakerId: string;
  /** As the organization wrote it at the enrollment; absent where the relay does not tell it. */
  readonly name: string | undefined;
  /** The agent of this call, whose voice is on a channel that others speak on too. */
  readonly isAgent: boolean;
}

/** What is known of who speaks. A voice that is nobody's any more is forgotten: a consent may have been withdrawn. */
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

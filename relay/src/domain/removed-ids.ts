import { Fault } from './fault.js';

/** What an organization knows by an id and can remove, and how it is called in an answer. */
const NAMES = {
  session: 'session',
  webhook: 'webhook',
  api_key: 'API key',
  job: 'job',
  speaker: 'person',
  member: 'member',
  member_session: 'sign-in',
  passkey: 'passkey',
} as const;
export type RemovableKind = keyof typeof NAMES;

export interface RemovedId {
  readonly kind: RemovableKind;
  readonly id: string;
}

/** The ids of what organizations had and removed. */
export interface RemovedIds {
  /** Whether it was this organization's. */
  has(orgId: string, removed: RemovedId): Promise<boolean>;
}

/**
 * The organization has nothing of this id now. The answer is the same for what another organization has and for what never was; only
 * the one that removed it is told so, by {@link removedFault}.
 */
export class NotYoursFault extends Fault {
  constructor(readonly named: RemovedId) {
    super('forbidden', `this ${NAMES[named.kind]} is not one of the organization’s`);
  }
}

/** For the organization whose it was. */
export const removedFault = ({ named: { kind } }: NotYoursFault): Fault =>
  new Fault('not_found', `this ${NAMES[kind]} was removed`);

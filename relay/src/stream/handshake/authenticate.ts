import type { SessionHello } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { defined } from '../../domain/defined.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { StreamDependencies } from '../ports.js';
import type { PlanPlace } from '../socket.js';

/** What a connection and its hello give to say whose stream it is. */
interface Credentials {
  /** From the upgrade. */
  readonly known: StreamAuth | undefined;
  readonly hello: Pick<SessionHello, 'token'>;
  /** Whether a token in the hello replaces what is known. */
  readonly narrows: boolean;
  readonly origin: string | undefined;
}

/**
 * Whose stream it is. A token in the hello may narrow what the upgrade allowed, within the same organization.
 *
 * @param place of the plan, taken before the token is used up; absent when places are not counted
 * @throws SessionFault `unauthorized`, `forbidden`, `concurrency_exceeded` and what else a token is refused for
 */
export const authenticate = async (
  { verifyToken }: Pick<StreamDependencies, 'verifyToken'>,
  { known, hello, narrows, origin }: Credentials,
  place: PlanPlace | undefined,
): Promise<StreamAuth> => {
  if (known !== undefined && (hello.token === undefined || !narrows)) return known;
  if (hello.token === undefined) {
    throw new SessionFault('unauthorized', 'the hello carries no token', { param: 'token' });
  }
  const outcome = await verifyToken(hello.token, origin, (auth) => takePlace(auth, place));
  if (outcome.kind === 'refused') throw new SessionFault(outcome.code, outcome.message, { param: 'token' });
  if (known !== undefined && known.orgId !== outcome.auth.orgId) {
    throw new SessionFault('forbidden', 'the token is of another organization', { param: 'token' });
  }
  return known === undefined ? outcome.auth : { ...outcome.auth, ...defined({ defaults: known.defaults }) };
};

const takePlace = (auth: StreamAuth, place: PlanPlace | undefined): void => {
  if (!auth.scopes.includes('stream.write') || place === undefined || place.take(auth)) return;
  const { concurrentStreams } = auth.plan;
  throw new SessionFault('concurrency_exceeded', `the plan allows ${concurrentStreams} streams at a time`, {
    retryAfterMs: 5_000,
  });
};

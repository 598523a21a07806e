import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { literalOf } from './check-url.js';
import { OutboundError } from './outbound-error.js';
import { untilAborted } from './until-aborted.js';

/** Resolves with all addresses of a name. If there is none, it rejects or the list is empty. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export interface ConnectorOptions {
  readonly lookup: Lookup;
  readonly isAllowedAddress: (address: string) => boolean;
  /** Opens the connection. `options.hostname` is an address here. */
  readonly dial: buildConnector.connector;
  /** The timeout of the name lookup. Dialing has its own. */
  readonly lookupTimeoutMs: number;
}

/** How many addresses are tried, one after the other. */
const MOST_ADDRESSES = 3;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * A connector for undici that connects only to allowed addresses. It looks up the name itself and dials the address, so no
 * second lookup can answer differently (DNS rebinding). It also checks literals, for which Node calls no `lookup`, and
 * checks the peer of the open socket again.
 */
export const checkedConnector =
  (options: ConnectorOptions): buildConnector.connector =>
  (target, callback) => {
    connect(target, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };

const connect = async (target: buildConnector.Options, options: ConnectorOptions): Promise<Socket> => {
  const literal = literalOf(target.hostname);
  const addresses = literal === undefined ? await resolve(target.hostname, options) : [literal];
  for (const address of addresses) {
    // One private address among public ones is an attack or a mistake. In both cases, do not connect.
    if (!options.isAllowedAddress(address)) throw notAllowed(address);
  }
  let failure: unknown;
  for (const address of addresses.slice(0, MOST_ADDRESSES)) {
    try {
      return await dialChecked({ ...target, hostname: address }, options);
    } catch (error) {
      failure = error;
      if (error instanceof OutboundError) throw error;
    }
  }
  throw new OutboundError('unreachable', 'the host could not be reached', { cause: failure });
};

const resolve = async (
  hostname: string,
  { lookup, lookupTimeoutMs }: ConnectorOptions,
): Promise<readonly string[]> => {
  let addresses: readonly string[];
  try {
    addresses = await untilAborted(lookup(hostname), AbortSignal.timeout(lookupTimeoutMs));
  } catch (cause) {
    throw new OutboundError('unreachable', 'the host name could not be resolved', { cause });
  }
  if (addresses.length > 0) return addresses;
  throw new OutboundError('unreachable', 'the host name could not be resolved');
};

const dialChecked = (
  target: buildConnector.Options,
  { dial, isAllowedAddress }: ConnectorOptions,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    dial(target, (error: Error | null, socket: Socket | null) => {
      // With an error, undici passes no second argument.
      if (error !== null || socket === null) {
        reject(error ?? new Error('no connection'));
        return;
      }
      const peer = socket.remoteAddress;
      if (peer !== undefined && isAllowedAddress(peer)) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(notAllowed(peer ?? 'unknown'));
    });
  });

const notAllowed = (address: string): OutboundError =>
  new OutboundError('address_not_allowed', 'this host may not be reached from here', {
    cause: new Error(`address ${address} is not allowed`),
  });

/** undici's own dialing, with a limit on the time until the connection (and TLS) is open. */
export const dialer = (timeoutMs: number): buildConnector.connector =>
  buildConnector({ timeout: timeoutMs, maxCachedSessions: 0, allowH2: false });

/**
 * Asks the name servers directly. Node's usual lookup blocks one of four threads, which files and cryptography share. A few
 * slow names would block them all.
 */
export const publicLookup = (): Lookup => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  };
};

/** The system's lookup, which knows `/etc/hosts` and `localhost`, for hosts of the operator's own network. */
export const privateLookup = (): Lookup => async (hostname) => {
  const answers = await systemLookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

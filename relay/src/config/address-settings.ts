import type { EnvironmentReader } from './environment-reader.js';

/** Where the relay listens, and under which names others reach it. */
export interface AddressSettings {
  readonly host: string;
  readonly port: number;
  /** Where a balancer asks for the weight; undefined: nowhere. */
  readonly agentPort: number | undefined;
  /** Where the command line finds the relay. Absent: on this machine. */
  readonly adminUrl: string | undefined;
  /** Where pages reach this relay directly, past any load balancer. */
  readonly relayUrl: string | undefined;
  /** The origin under which the world reaches the relays, `wss://…`. Absent: the name in the request counts. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
}

export const readAddresses = (read: EnvironmentReader): AddressSettings => ({
  host: read.text('HOST') ?? '127.0.0.1',
  port: read.integer('PORT', 8787, 0, 65_535),
  agentPort: read.integer('UNDERTONE_AGENT_PORT', 0, 0, 65_535) || undefined,
  adminUrl: read.matching(
    'UNDERTONE_ADMIN_URL',
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must look like https://relay.example.com',
  ),
  relayUrl: read.matching(
    'UNDERTONE_RELAY_URL',
    (text) => /^wss?:\/\//.test(text) && URL.canParse(text),
    'must look like wss://relay-2.example.com',
  ),
  publicUrl: read
    .matching('UNDERTONE_PUBLIC_URL', isOrigin, 'must look like wss://relay.example.com, without a path')
    ?.replace(/\/$/, ''),
  trustProxy: read.isOn('UNDERTONE_TRUST_PROXY'),
});

const isOrigin = (text: string): boolean => /^wss?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);

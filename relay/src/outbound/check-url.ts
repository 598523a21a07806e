import { isIPv4, isIPv6 } from 'node:net';
import { OutboundError } from './outbound-error.js';

export interface UrlRules {
  /** Refuse `http:`. */
  readonly httpsOnly: boolean;
  /** Allow names without a dot, `localhost`, and hosts of private networks. */
  readonly allowPrivate: boolean;
  readonly isAllowedAddress: (address: string) => boolean;
  /** Asked for any port but the scheme's own, which is always allowed. */
  readonly isAllowedPort: (port: number) => boolean;
}

/** Common servers and proxies also refuse longer URLs. */
const MAX_URL_LENGTH = 2_048;

/** The ports of the web. Other ports serve mail, databases and management, which may act on text that looks like HTTP. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
export const isWebPort = (port: number): boolean => WEB_PORTS.has(port);

/** Names that mean this machine or this network (RFC 6761, 6762, 8375, 9476; `.internal`: ICANN 2024). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|arpa|alt|onion|test|invalid|example)$/;

/** The part between `//` and the path, as written. The parser below would repair it. */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * Parses a URL from a stranger. A text must mean the same host to every program that reads it. Therefore it refuses what
 * the URL standard would repair: backslashes, tabs, missing slashes, user information, numeric hosts other than plain
 * dotted decimal, full-width letters.
 * @throws OutboundError `invalid_url`; `address_not_allowed` for an address literal or a name of a private network
 */
export const checkUrl = (text: string, rules: UrlRules): URL => {
  if (text.length > MAX_URL_LENGTH) refuse(`a URL has at most ${MAX_URL_LENGTH} characters`);
  // eslint's no-control-regex does not apply to property escapes: Cc and Cf are the control and format characters.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) refuse('a URL has no spaces, control characters or backslashes');
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) refuse('a URL begins with https:// or http://');
  if (authority.includes('@')) refuse('a URL has no user name or password');
  const url = parse(text);
  if (rules.httpsOnly && url.protocol !== 'https:') refuse('a URL begins with https:// here');
  checkPort(url, rules);
  checkHost(url.hostname, authority, rules);
  url.hash = '';
  return url;
};

const parse = (text: string): URL => {
  try {
    return new URL(text);
  } catch (cause) {
    throw new OutboundError('invalid_url', 'this is not a URL', { cause });
  }
};

const checkPort = ({ port }: URL, { isAllowedPort }: UrlRules): void => {
  if (port !== '' && !isAllowedPort(Number(port))) refuse(`port ${port} is not allowed`);
};

const checkHost = (hostname: string, authority: string, rules: UrlRules): void => {
  const address = literalOf(hostname);
  if (address !== undefined) {
    if (isIPv4(address) && writtenHost(authority) !== address) {
      refuse('an IPv4 address is written as four decimal numbers');
    }
    if (!rules.isAllowedAddress(address)) {
      throw new OutboundError('address_not_allowed', 'this host may not be reached from here');
    }
    return;
  }
  const written = writtenHost(authority);
  const isInternational = hostname.split('.').some((label) => label.startsWith('xn--'));
  if (written.toLowerCase() !== hostname && !isInternational)
    refuse('this is not how a host name is written');
  const name = hostname.replace(/\.$/, '');
  if (name === '' || name.length > 253 || name.split('.').some((label) => !isLabel(label))) {
    refuse('this is no host name');
  }
  if (!rules.allowPrivate && (!name.includes('.') || LOCAL_NAME.test(name))) {
    throw new OutboundError('address_not_allowed', 'this host may not be reached from here');
  }
};

/** The address in a parsed URL's `hostname`, without brackets; undefined for a name. */
export const literalOf = (hostname: string): string | undefined => {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIPv4(hostname) || isIPv6(hostname) ? hostname : undefined;
};

const writtenHost = (authority: string): string => authority.replace(/:\d*$/, '');

/** Host names have no underscores, but many names in use do. */
const isLabel = (label: string): boolean => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);

const refuse: (message: string) => never = (message) => {
  throw new OutboundError('invalid_url', message);
};

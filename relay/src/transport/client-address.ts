import { isIPv4, isIPv6 } from 'node:net';

/** The groups of an IPv6 address that name a network: a household or an office gets at least a /64 (RFC 6177). */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const WITH_PORT = /^\[?([^\]]+?)\]?(?::\d+)?$/u;

/**
 * The client's address as the last proxy wrote it, without brackets, port and zone.
 * @param lines of `X-Forwarded-For`, in order. Lines before the last, and entries before the last, are claims of the client.
 * @returns undefined without an entry
 */
export const forwardedAddress = (lines: readonly string[]): string | undefined => {
  const entry = lines.at(-1)?.split(',').at(-1)?.trim() ?? '';
  if (entry === '') return undefined;
  const bare = isIPv6(entry) ? entry : (WITH_PORT.exec(entry)?.[1] ?? entry);
  return bare.split('%')[0];
};

/**
 * What limits count as one client: an IPv4 address, or the /64 network of an IPv6 one, because a client may take any address
 * of its network. What is no address counts by its text.
 */
export const addressGroup = (address: string): string => {
  if (!isIPv6(address)) return address;
  const groups = expanded(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};

/** The eight numbers of an IPv6 address; `::` stands for as many zeros as are missing. */
const expanded = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const left = numbers(head);
  const right = numbers(tail ?? '');
  const zeros = tail === undefined ? 0 : GROUPS - left.length - right.length;
  return [...left, ...new Array<number>(zeros).fill(0), ...right];
};

const numbers = (part: string): number[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!isIPv4(group)) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });

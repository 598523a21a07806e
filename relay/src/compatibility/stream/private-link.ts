import { BlockList, isIPv6 } from 'node:net';
import type { HandshakeRequest } from '../../transport/websocket.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/**
 * Whether nobody between the client and the relay can read along: TLS, as the trusted proxy says, or this machine. Only then may
 * an API key travel in an address or in a message.
 */
export const isPrivateLink = (
  { headers, remoteAddress }: Pick<HandshakeRequest, 'headers' | 'remoteAddress'>,
  trustProxy: boolean,
): boolean => {
  if (trustProxy && headers.get('x-forwarded-proto')?.trim().toLowerCase() === 'https') return true;
  return LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
};

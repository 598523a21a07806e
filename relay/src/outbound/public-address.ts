import ipaddr from 'ipaddr.js';

const ipv4Range = (range: string): [ipaddr.IPv4, number] => ipaddr.IPv4.parseCIDR(range);

/**
 * IANA's special-purpose registries for IPv4 (RFC 6890 and its updates), multicast, class E, and one address that only
 * looks public: on 168.63.129.16, Azure answers for the virtual machine itself.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(ipv4Range);

const ipv6Range = (range: string): [ipaddr.IPv6, number] => ipaddr.IPv6.parseCIDR(range);

/**
 * Global unicast addresses come only from this block (RFC 4291 section 2.4, IANA). Addresses outside it need no rows:
 * loopback, mapped, IPv4-compatible (::7f00:1), NAT64 (64:ff9b::/96), unique local, link-local, multicast.
 */
const GLOBAL_V6 = ipv6Range('2000::/3');

/** The special blocks inside that block: IETF assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(
  ipv6Range,
);

/**
 * Whether an address literal (`93.184.216.34`, `2606:2800::1`, without brackets) belongs to a host on the public internet.
 * Text that is no address is not public. `::ffff:a.b.c.d`, Node's form of a peer on a dual-stack socket, counts as IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return isPublicV4(parsed.toIPv4Address());
  return parsed.match(GLOBAL_V6) && !SPECIAL_V6.some((range) => parsed.match(range));
};

const isPublicV4 = (address: ipaddr.IPv4): boolean => !SPECIAL_V4.some((range) => address.match(range));

import { describe, expect, it } from 'vitest';
import { addressGroup, forwardedAddress } from './client-address.js';

describe('the client’s address behind a proxy', () => {
  it.each([
    [['198.51.100.1'], '198.51.100.1'],
    [['203.0.113.9, 198.51.100.1'], '198.51.100.1'],
    [['198.51.100.1:5555'], '198.51.100.1'],
    [['[2001:db8::1]:443'], '2001:db8::1'],
    [['2001:db8::1'], '2001:db8::1'],
    [['[fe80::1%eth0]:80'], 'fe80::1'],
    [['unknown'], 'unknown'],
    [[''], undefined],
    [[], undefined],
  ])('is the last entry of %j, without a port', (lines, address) => {
    expect(forwardedAddress(lines)).toBe(address);
  });

  it('is in the last line: a line before it is the client’s own claim', () => {
    expect(forwardedAddress(['203.0.113.9', '198.51.100.1'])).toBe('198.51.100.1');
  });
});

describe('what counts as one client', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['0000:0000:0000:0000:0000:ffff:c633:6401', '198.51.100.1'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';
import { createSafeHttp } from './safe-http.js';
import { PRIVATE_ADDRESSES, REFUSED_URLS } from './testing/url-forms.js';

const http = createSafeHttp();
const codeOf = (url: string, options?: { httpsOnly?: boolean }): string => {
  try {
    http.checkUrl(url, options);
    return 'allowed';
  } catch (error) {
    if (error instanceof OutboundError) return error.code;
    throw error;
  }
};

describe('checkUrl', () => {
  it(`refuses each of ${REFUSED_URLS.length} URLs that lead to private networks, or to different hosts in different programs`, () => {
    expect(REFUSED_URLS.length).toBeGreaterThanOrEqual(320);
    const allowed = REFUSED_URLS.filter(
      (url) => !['invalid_url', 'address_not_allowed'].includes(codeOf(url)),
    );
    expect(allowed).toEqual([]);
  });

  it.each([
    'https://audio.example.com/a.wav',
    'http://audio.example.com/a.wav',
    'HTTPS://Audio.Example.COM/a.wav?x=1',
    'https://audio.example.com:8443/a%20b.wav',
    'http://audio.example.com:80/',
    'https://bücher.example.com/a.wav',
    'https://xn--bcher-kva.example.com/a.wav',
    'https://my_bucket.s3.amazonaws.com/a.wav?X-Amz-Signature=abc%2F@x',
    'https://93.184.216.34/a.wav',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/a.wav',
    'https://audio.example.com./a.wav',
  ])('allows %s', (url) => {
    expect(codeOf(url)).toBe('allowed');
  });

  it('refuses http: if only https: is allowed', () => {
    expect(codeOf('http://hooks.example.com/', { httpsOnly: true })).toBe('invalid_url');
    expect(codeOf('https://hooks.example.com/', { httpsOnly: true })).toBe('allowed');
  });

  it('drops the fragment, which no server gets', () => {
    expect(http.checkUrl('https://audio.example.com/a.wav#t=3').href).toBe('https://audio.example.com/a.wav');
  });

  it('allows private hosts and unusual ports with allowPrivate, but no other scheme and no user information', () => {
    const inside = createSafeHttp({ allowPrivate: true });
    expect(inside.checkUrl('http://localhost:3000/hook').hostname).toBe('localhost');
    expect(inside.checkUrl('http://[::1]:3000/hook').hostname).toBe('[::1]');
    for (const url of [
      'file:///etc/passwd',
      'http://a@localhost/',
      'http://0x7f.1/',
      'gopher://localhost/',
    ]) {
      expect(() => inside.checkUrl(url)).toThrow(expect.objectContaining({ code: 'invalid_url' }));
    }
  });

  it('answers any text with a URL or a typed error', () => {
    const part = fc.constantFrom(
      'http',
      's',
      ':',
      '//',
      '\\',
      '@',
      '127.0.0.1',
      '0x7f',
      '.',
      '[',
      ']',
      '::1',
      '%',
      '#',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, fc.string({ maxLength: 4, unit: 'grapheme' })), { maxLength: 12 }),
        (parts) => {
          expect(['allowed', 'invalid_url', 'address_not_allowed']).toContain(codeOf(parts.join('')));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('isPublicAddress', () => {
  it.each(PRIVATE_ADDRESSES)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['', 'localhost', '1.1.1', '01.1.1.1', '0x1.1.1.1', '1.1.1.1.', '2606::1%eth0', '[::1]'])(
    '%j is no address, so not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});

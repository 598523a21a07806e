import { describe, expect, it } from 'vitest';
import { bannerText } from './banner.js';

const facts = { host: '127.0.0.1', port: 8787, demo: true, storage: 'embedded', newKey: undefined };

describe('the banner', () => {
  it('shows addresses that can be opened', () => {
    expect(bannerText(facts)).toContain('http://localhost:8787/');
    expect(bannerText({ ...facts, host: '0.0.0.0' })).toContain('ws://localhost:8787/v1/stream/realtime');
    expect(bannerText({ ...facts, host: 'fd00::1' })).toContain('http://[fd00::1]:8787/');
  });

  it('shows a new key once and says where it belongs', () => {
    expect(bannerText({ ...facts, newKey: 'psk_fresh' })).toMatch(/never in a page:\n\n {4}psk_fresh\n/);
    expect(bannerText(facts)).not.toContain('psk_');
  });

  it('does not name a demo that is off', () => {
    expect(bannerText({ ...facts, demo: false })).not.toContain('Demo');
  });
});

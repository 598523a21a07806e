import { describe, expect, it } from 'vitest';
import { truncateUtf8 } from './uws-socket.js';

describe('close reasons', () => {
  it('are cut at whole characters', () => {
    expect(truncateUtf8('short', 123)).toBe('short');
    expect(truncateUtf8('a'.repeat(200), 123)).toHaveLength(123);
    expect(truncateUtf8('€€€', 8)).toBe('€€');
    expect(truncateUtf8('🙂🙂', 7)).toBe('🙂');
    expect(truncateUtf8('€', 2)).toBe('');
  });
});

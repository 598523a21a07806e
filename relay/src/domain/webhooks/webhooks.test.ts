import { describe, expect, it } from 'vitest';
import { eventDocs } from '../events/event-docs.js';
import { DELIVERY, judge, keptAnswer, retryAfterMs } from './delivery-policy.js';
import { SecretBox } from './secret-box.js';
import { secretWeakness } from './webhook-secret.js';

const NOW = Date.parse('2026-11-21T08:00:00Z');

describe('the documented events', () => {
  it.each(eventDocs)('$name has an example that its own schema accepts', ({ data, example }) => {
    expect(data.parse(example.data)).toEqual(example.data);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 08:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['999999999', 7_200_000],
    ['soon', 0],
    ['-5', 0],
    [undefined, 0],
  ])('%s means %i ms, never more than two hours', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it('never brings an attempt forward', () => {
    const verdict = judge(
      { kind: 'answered', status: 429, retryAfter: '1', answer: { text: '', cut: false } },
      1,
      NOW,
    );
    expect(verdict).toMatchObject({ kind: 'retry', atMs: NOW + 60_000 });
  });
});

describe('an attempt', () => {
  const answered = (status: number, number = 1) =>
    judge({ kind: 'answered', status, retryAfter: undefined, answer: { text: '', cut: false } }, number, NOW);

  it.each([
    [200, 'delivered', undefined],
    [299, 'delivered', undefined],
    [199, 'retry', 'http_status'],
    [300, 'retry', 'redirect'],
    [399, 'retry', 'redirect'],
    [400, 'retry', 'http_status'],
    [410, 'gone', 'gone'],
    [500, 'retry', 'http_status'],
  ])('that is answered %i is %s', (status, kind, code) => {
    expect(answered(status)).toMatchObject(code === undefined ? { kind } : { kind, code });
  });

  it('is followed by others after 1, 5, 30 and 120 minutes, and by none after the fifth', () => {
    const failed = { kind: 'failed', code: 'timeout', message: 'no answer within 5 s' } as const;
    const verdicts = [1, 2, 3, 4, 5].map((number) => judge(failed, number, NOW));
    const told = { code: 'timeout', message: 'no answer within 5 s' };
    expect(verdicts).toEqual([
      ...[1, 5, 30, 120].map((minutes) => ({ kind: 'retry', atMs: NOW + minutes * 60_000, ...told })),
      { kind: 'exhausted', ...told },
    ]);
  });

  it('keeps the beginning of its answer, and says whether it was longer', () => {
    const most = new TextEncoder().encode('x'.repeat(DELIVERY.keptAnswerBytes));
    expect(keptAnswer(most, false)).toEqual({ text: 'x'.repeat(most.length), cut: false });
    expect(keptAnswer(most, true).cut).toBe(true);
    expect(keptAnswer(new Uint8Array([...most, 33]), false)).toEqual({
      text: 'x'.repeat(most.length),
      cut: true,
    });
  });
});

describe('a sealed secret', () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  it('opens only in the context that it was sealed for', () => {
    const box = new SecretBox([old]);
    const sealed = box.seal('the secret', 'wh_1');
    expect(sealed).not.toContain('the secret');
    expect(box.open(sealed, 'wh_1')).toBe('the secret');
    expect(() => box.open(sealed, 'wh_2')).toThrow('damaged');
  });

  it('opens after a key change only while the old key is listed', () => {
    const sealed = new SecretBox([old]).seal('the secret', 'wh_1');
    expect(new SecretBox([fresh, old]).open(sealed, 'wh_1')).toBe('the secret');
    expect(() => new SecretBox([fresh]).open(sealed, 'wh_1')).toThrow('no key');
  });

  it('is different each time the same text is sealed', () => {
    const box = new SecretBox([old]);
    expect(box.seal('the secret', 'wh_1')).not.toBe(box.seal('the secret', 'wh_1'));
  });
});

describe('a signing secret', () => {
  it.each([
    ['0123456789abcdefghijklm', 'at least 24'],
    ['abababababababababababababab', 'too regular'],
    ['with spaces and twenty four characters', 'without spaces'],
    ['whsec_c2hvcnQtYnV0LWxvbmctZW5vdWdoLXRvLXNpZ24=', undefined],
    ['whsec_YWJjZGVmZ2hpamtsbW5v', 'at least 24 bytes'],
  ])('%s: %s', (secret, problem) => {
    if (problem === undefined) expect(secretWeakness(secret)).toBeUndefined();
    else expect(secretWeakness(secret)).toContain(problem);
  });
});

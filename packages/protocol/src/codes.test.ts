import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { CLOSE, closeAction, ERROR_CODES, WARNING_CODES } from './codes.js';
import { LABELS } from './labels.js';

describe('Close codes', () => {
  it('are unique, and their range tells an old client what to do', () => {
    const codes = Object.values(CLOSE).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(closeAction(4599)).toBe('resume_with_backoff');
    expect(closeAction(4498)).toBe('stop');
    expect(closeAction(4098)).toBe('new_session');
    expect(closeAction(1006)).toBe('resume_with_backoff');
  });

  it('never ask a client to retry a 44xx unchanged', () => {
    for (const { code, action } of Object.values(CLOSE)) {
      if (code >= 4400 && code < 4500) expect(['stop', 'act_once']).toContain(action);
    }
  });
});

describe('Error codes', () => {
  it('each lead to an existing close code and an HTTP status', () => {
    for (const { close, http } of Object.values(ERROR_CODES)) {
      expect(CLOSE[close].code).toBeGreaterThan(999);
      expect(http).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('Warning codes', () => {
  it('[RT122] are those of the table in the rules', () => {
    const rules = readFileSync(new URL('../../../proto/SPEC.md', import.meta.url), 'utf8');
    const section = rules.slice(rules.indexOf('## Warnings'), rules.indexOf('## Telephony'));
    const rows = [...section.matchAll(/^\| (`.*?`) \|/gm)].map(([, codes = '']) => codes);
    const listed = rows.join().match(/[a-z_]+/g);
    expect(listed?.sort()).toEqual([...WARNING_CODES].sort());
  });
});

describe('Emotion labels', () => {
  it('are the fourteen of the specification', () => {
    expect(LABELS).toHaveLength(14);
    expect(new Set(LABELS).size).toBe(14);
  });
});

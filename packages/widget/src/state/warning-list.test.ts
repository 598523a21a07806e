import { describe, expect, it } from 'vitest';
import { addWarning, expireWarnings, nextWarningChangeMs, WARNING_TTL_MS } from './warning-list.js';

const warning = (code: string) => ({ code, message: '', detail: {} });

describe('list of warnings', () => {
  it('keeps one per code, in place, for as long as it is repeated', () => {
    let list = addWarning([], warning('a'), 0);
    list = addWarning(list, warning('b'), 1);
    list = addWarning(list, warning('a'), 10_000);
    expect(list.map((entry) => entry.warning.code)).toEqual(['b', 'a']);
    expect(nextWarningChangeMs(list)).toBe(1 + WARNING_TTL_MS);
    expect(expireWarnings(list, 10_001 + 10_000).map((entry) => entry.warning.code)).toEqual(['a']);
    expect(expireWarnings(list, 5)).toBe(list);
  });

  it('shows three at most', () => {
    const list = ['a', 'b', 'c', 'd'].reduce(
      (sum, code) => addWarning(sum, warning(code), 0),
      addWarning([], warning('z'), 0),
    );
    expect(list.map((entry) => entry.warning.code)).toEqual(['d', 'c', 'b']);
  });
});

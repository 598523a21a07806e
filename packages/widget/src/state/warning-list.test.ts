import type { Directive } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import {
  addWarning,
  expireWarnings,
  nextWarningChangeMs,
  shownWarnings,
  WARNING_TTL_MS,
  withHeard,
  type WarningList,
} from './warning-list.js';

const warning = (code: string, detail: Record<string, string> = {}) => ({ code, message: '', detail });
const list = (...codes: readonly string[]) =>
  codes.reduce<WarningList>((sum, code) => addWarning(sum, warning(code), 0), []);
const codes = (warnings: WarningList) => warnings.map((entry) => entry.warning.code);
/** Adds a result every quarter of a second, over `ms` milliseconds. */
const hear = (warnings: WarningList, ms: number, change: Partial<Directive>, fromMs = 0) => {
  let rest = warnings;
  for (let atMs = fromMs; atMs <= fromMs + ms; atMs += 250)
    rest = withHeard(rest, directive({ audioEndMs: atMs, ...change }));
  return codes(rest);
};
const quality = (told: Partial<Directive['quality']>) => ({ quality: { doubts: [], ...told } });

describe('the list of warnings', () => {
  it('keeps a passing warning for as long as it is repeated, without moving it', () => {
    let warnings = addWarning([], warning('a'), 0);
    warnings = addWarning(warnings, warning('b'), 1);
    warnings = addWarning(warnings, warning('a'), 10_000);
    expect(codes(warnings)).toEqual(['b', 'a']);
    expect(nextWarningChangeMs(warnings)).toBe(1 + WARNING_TTL_MS);
    expect(codes(expireWarnings(warnings, 10_001 + 10_000))).toEqual(['a']);
    expect(expireWarnings(warnings, 5)).toBe(warnings);
  });

  it('keeps a lasting warning that is sent once', () => {
    const lasting = list(
      'wallet_low',
      'session_expiring',
      'consent_missing',
      'model_degraded',
      'audio_silent',
    );
    expect(expireWarnings(lasting, 3_600_000)).toBe(lasting);
    expect(nextWarningChangeMs(lasting)).toBeUndefined();
    expect(hear(list('wallet_low'), 10_000, {})).toEqual(['wallet_low']);
  });

  it('shows at most three warnings, each code once, and shows older ones again when newer ones end', () => {
    const warnings = list('z', 'wallet_low', 'b', 'c', 'd');
    expect(codes(shownWarnings(warnings))).toEqual(['d', 'c', 'b']);
    expect(codes(shownWarnings(expireWarnings(warnings, 20_000)))).toEqual(['wallet_low']);
    const both = addWarning(list('low_snr'), warning('low_snr', { channel: '1' }), 0);
    expect(codes(both)).toEqual(['low_snr', 'low_snr']);
    expect(codes(shownWarnings(both))).toEqual(['low_snr']);
  });

  it('keeps audio_silent until speech on that channel, and idle until any result', () => {
    const silent = addWarning(list('idle'), warning('audio_silent', { channel: '0' }), 0);
    expect(codes(withHeard(silent, directive({ channel: 1 })))).toEqual(['audio_silent']);
    expect(codes(withHeard(silent, directive({ speech: false })))).toEqual(['audio_silent']);
    expect(withHeard(silent, directive())).toEqual([]);
  });

  it.each([
    ['low_snr', quality({ snrDb: 20 }), quality({ snrDb: 12 }), quality({ snrDb: 6 })],
    ['audio_clipping', quality({ clipping: 0 }), quality({ clipping: 0.003 }), quality({ clipping: 0.1 })],
    ['narrowband_input', quality({ narrowband: false }), quality({}), quality({ narrowband: true })],
  ])('keeps %s until the sound was better for as long as the relay requires', (code, good, between, bad) => {
    expect(hear(list(code), 1_750, good)).toEqual([code]);
    expect(hear(list(code), 2_000, good)).toEqual([]);
    expect(hear(list(code), 60_000, between)).toEqual([code]);
    let warnings = list(code);
    for (let atMs = 0; atMs < 20_000; atMs += 250)
      warnings = withHeard(warnings, directive({ audioEndMs: atMs, ...(atMs % 1_000 === 0 ? bad : good) }));
    expect(codes(warnings)).toEqual([code]);
  });
});

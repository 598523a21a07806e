import type { Warning, WarningCode } from '@undertone/protocol';
import { z } from 'zod';
import type { AnalysisResult } from './analysis-result.js';
import { WARNINGS } from './thresholds.js';

/** One condition: raised or not, and for how long the opposite has been true, ms. */
const conditionSchema = z.strictObject({ raised: z.boolean(), heldMs: z.number().min(0) });
type Condition = z.infer<typeof conditionSchema>;

/** The warnings of one channel. */
export const monitorSchema = z.strictObject({
  heard: z.boolean(),
  silent: conditionSchema,
  clipping: conditionSchema,
  lowSnr: conditionSchema,
  narrowband: conditionSchema,
});
export type Monitor = z.infer<typeof monitorSchema>;

type ConditionName = Exclude<keyof Monitor, 'heard'>;

const CODES: Readonly<Record<ConditionName, WarningCode>> = {
  silent: 'audio_silent',
  clipping: 'audio_clipping',
  lowSnr: 'low_snr',
  narrowband: 'narrowband_input',
};

const MESSAGES: Readonly<Record<ConditionName, string>> = {
  silent: 'no sound is arriving: check the device and whether it is muted',
  clipping: 'the input is too loud and clips: lower the gain',
  lowSnr: 'the voice hardly stands out from the background: results are less reliable',
  narrowband: 'the audio has telephone bandwidth: results are less reliable',
};

export const freshMonitor = (): Monitor => {
  const condition = (): Condition => ({ raised: false, heldMs: 0 });
  return {
    heard: false,
    silent: condition(),
    clipping: condition(),
    lowSnr: condition(),
    narrowband: condition(),
  };
};

/** Checks one result. Each condition warns once when it begins, and again only after it has ended. */
export const watchAudio = (
  monitor: Monitor,
  result: AnalysisResult,
): { monitor: Monitor; warnings: Warning[] } => {
  const { quality, levels } = result;
  if (result.span !== 'audio' || quality === undefined || levels === undefined) {
    return { monitor: { ...monitor, silent: { ...monitor.silent, heldMs: 0 } }, warnings: [] };
  }
  const quiet = levels.rmsDb <= WARNINGS.silentDb;
  const heard = monitor.heard || result.speech;
  const snr = result.speech ? quality.snrDb : undefined;
  const spanMs = result.endMs - result.startMs;
  // A ring tone or a hum has a narrow band on any line.
  const told = result.notSpeech === undefined;
  const silentAfterMs = monitor.heard ? WARNINGS.silentAfterSpeechMs : WARNINGS.silentMs;
  const next: Monitor = {
    heard,
    silent: step(monitor.silent, quiet, !quiet, spanMs, silentAfterMs, 0),
    clipping: step(
      monitor.clipping,
      quality.clipping >= WARNINGS.clipping.raise,
      quality.clipping <= WARNINGS.clipping.clear,
      spanMs,
    ),
    lowSnr: step(
      monitor.lowSnr,
      snr !== undefined && snr < WARNINGS.lowSnrDb.raise,
      snr !== undefined && snr > WARNINGS.lowSnrDb.clear,
      spanMs,
    ),
    narrowband: step(monitor.narrowband, told && quality.narrowband, told && !quality.narrowband, spanMs),
  };
  const warnings: Warning[] = [];
  for (const name of Object.keys(CODES) as ConditionName[]) {
    if (!next[name].raised || monitor[name].raised) continue;
    warnings.push({ code: CODES[name], message: MESSAGES[name], detail: detailOf(name, result) });
  }
  return { monitor: next, warnings };
};

const step = (
  condition: Condition,
  bad: boolean,
  good: boolean,
  spanMs: number,
  raiseAfterMs: number = WARNINGS.holdMs,
  clearAfterMs: number = WARNINGS.holdMs,
): Condition => {
  const moving = condition.raised ? good : bad;
  // Hysteresis: between the two limits `heldMs` stays as it is.
  const stopped = condition.raised ? bad : good;
  const heldMs = moving ? condition.heldMs + spanMs : stopped ? 0 : condition.heldMs;
  const limit = condition.raised ? clearAfterMs : raiseAfterMs;
  if (moving && heldMs >= limit) return { raised: !condition.raised, heldMs: 0 };
  return heldMs === condition.heldMs ? condition : { raised: condition.raised, heldMs };
};

const detailOf = (
  name: ConditionName,
  { channel, endMs, quality, levels }: AnalysisResult,
): Record<string, string> => {
  const at = { channel: String(channel), at_ms: String(Math.round(endMs)) };
  switch (name) {
    case 'silent':
      return { ...at, rms_db: (levels?.rmsDb ?? 0).toFixed(1) };
    case 'clipping':
      return { ...at, clipping: (quality?.clipping ?? 0).toFixed(4) };
    case 'lowSnr':
      return { ...at, snr_db: (quality?.snrDb ?? 0).toFixed(1) };
    case 'narrowband':
      return at;
  }
};

import type { AgentModulation, Tts } from '@undertone/protocol';
import type { CueCatalog } from '../cues/catalog.js';
import type { Mode } from './steering.js';
import { clamp } from '../emotion/smoothing.js';
import { MODULATION } from '../thresholds.js';

/** How strongly the mode's settings apply. It grows with the escalation, and a mode always has some effect. */
export const modulationIntensity = (mode: Mode, escalation: number): number =>
  mode === 'normal' ? 0 : clamp(escalation, 0.3, 1);

/** Hints for a synthetic voice: a mix of plain speech and the mode's settings, by the intensity. */
export const ttsFor = (mode: Mode, intensity: number): Required<Tts> => {
  const plain = MODULATION.normal;
  const full = MODULATION[mode];
  const between = (from: number, to: number) => from + (to - from) * intensity;
  return {
    speed: between(plain.speed, full.speed),
    pitchShiftSemitones: between(plain.pitchShiftSemitones, full.pitchShiftSemitones),
    emotion: full.emotion,
    targetIntensity: between(plain.targetIntensity, full.targetIntensity),
    prePauseMs: Math.round(between(plain.prePauseMs, full.prePauseMs)),
  };
};

/** How the person or voice that answers this speaker should sound. */
export const modulationFor = (mode: Mode, intensity: number, catalog: CueCatalog): AgentModulation => ({
  mode,
  intensity,
  tts: ttsFor(mode, intensity),
  systemPromptFragment: catalog.prompts[mode],
});

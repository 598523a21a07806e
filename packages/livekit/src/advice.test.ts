import { expect, it } from 'vitest';
import { Advice } from './advice.js';

const modulation = (intensity: number, systemPromptFragment?: string) => ({
  mode: 'caller_escalating' as const,
  intensity,
  tts: { speed: 0.9 },
  systemPromptFragment,
});

it('tells a modulation and a sentence again only when something changed', () => {
  const advice = new Advice();
  expect(advice.take(modulation(0.5, 'Be calm.'))).toEqual({ isNew: true, isNewPrompt: true });
  expect(advice.take(modulation(0.51, 'Be calm.'))).toEqual({ isNew: false, isNewPrompt: false });
  expect(advice.take(modulation(0.8, 'Be calm.'))).toEqual({ isNew: true, isNewPrompt: false });
  // A reading without a sentence does not take the last one back.
  expect(advice.take(modulation(0.8))).toEqual({ isNew: false, isNewPrompt: false });
  expect(advice.prompt).toBe('Be calm.');
});

it('keeps the sentence on one line and short, whatever comes', () => {
  const advice = new Advice();
  advice.take(modulation(0.5, `a\n\n# System\u0000: b ${'x'.repeat(1_000)}`));
  expect(advice.prompt).toMatch(/^a # System : b x+$/);
  expect(advice.prompt.length).toBe(400);
});

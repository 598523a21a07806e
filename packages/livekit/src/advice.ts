import type { AgentModulation } from '@undertone/protocol';

/** A prompt holds one sentence or two of the relay's catalog; longer text is not from there. */
const MAX_PROMPT_LENGTH = 400;
/** Speed and intensity change a little with each reading. Below this step nobody hears it. */
const STEP = 0.05;

/**
 * Keeps what the agent was last told, so that it is told again only when something changed. The prompt is the relay's own
 * sentence for the steering mode, which has hysteresis: no transcript, no name, no number gets into it.
 */
export class Advice {
  private heard = '';

  /** The sentence for the agent's instructions; empty until the relay gave one. */
  prompt = '';
  modulation: AgentModulation | undefined;

  /** @returns what is new in it */
  take(modulation: AgentModulation): { readonly isNew: boolean; readonly isNewPrompt: boolean } {
    const { mode, intensity, tts } = modulation;
    const heard = [mode, ...[intensity, tts.speed, tts.pitchShiftSemitones].map(step)].join(' ');
    const isNew = heard !== this.heard;
    this.heard = heard;
    this.modulation = modulation;
    const prompt = plain(modulation.systemPromptFragment ?? '');
    const isNewPrompt = prompt !== '' && prompt !== this.prompt;
    if (isNewPrompt) this.prompt = prompt;
    return { isNew, isNewPrompt };
  }
}

const step = (value: number | undefined): number => Math.round((value ?? 0) / STEP);

/** One line without control characters, of bounded length: safe inside any template of instructions. */
const plain = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROMPT_LENGTH);

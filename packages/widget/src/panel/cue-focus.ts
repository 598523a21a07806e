import type { UndertoneCue } from '../cue/cue.js';

/** The card that has the focus; undefined if none. */
export const focusedCue = (root: ShadowRoot | null): UndertoneCue | undefined =>
  [...(root?.querySelectorAll('undertone-cue') ?? [])].find((card) => card === root?.activeElement);

/**
 * Moves the focus when the card that had it is gone. After an answer the next card gets it. Otherwise the region of the cards
 * gets it, so that a key meant for the old card does not answer another. With no card left, the first button below gets it.
 */
export const keepFocus = (root: ShadowRoot, isAnswered: boolean): void => {
  const card = root.querySelector('undertone-cue');
  const button =
    root.querySelector<HTMLElement>('.toggle') ??
    root.querySelector('undertone-emotion')?.shadowRoot?.querySelector('button');
  if (card === null) button?.focus();
  else if (isAnswered) card.focus();
  else root.querySelector<HTMLElement>('.cues')?.focus();
};

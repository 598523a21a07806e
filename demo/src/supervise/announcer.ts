import { textElement } from '../desk/element.js';

/** How many sentences to keep. A screen reader has read older ones by now. */
const MOST = 5;

/**
 * Announces changes to a screen reader. Each text is a separate paragraph in a polite region, so that two changes at
 * once are both read; with a single text, one would replace the other.
 */
export class Announcer {
  constructor(private readonly region: HTMLElement) {}

  say(text: string): void {
    this.region.append(textElement('p', text));
    while (this.region.childElementCount > MOST) this.region.firstElementChild?.remove();
  }
}

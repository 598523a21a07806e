import { textElement } from '../desk/element.js';

/** What was said before is read out by now. */
const MOST = 5;

/**
 * Says what changed to whoever does not see it. Each sentence is a paragraph of its own in a polite region: two changes at
 * once are both read, where one text would replace the other.
 */
export class Announcer {
  constructor(private readonly region: HTMLElement) {}

  say(text: string): void {
    this.region.append(textElement('p', text));
    while (this.region.childElementCount > MOST) this.region.firstElementChild?.remove();
  }
}

import { element, textElement } from './element.js';

/** The messages of a scenario to the person at the desk, each with its time in seconds. */
export class ScenarioLog {
  private readonly list = element('scenario-log', HTMLOListElement);
  private startMs = 0;

  clear(): void {
    this.list.replaceChildren();
    this.startMs = performance.now();
  }

  add(text: string): void {
    this.list.append(this.entry(text));
  }

  /** Adds a line with a button. Resolves with true when the button is pressed, with false when the signal aborts. */
  ask(label: string, signal: AbortSignal): Promise<boolean> {
    const entry = this.entry('');
    const button = textElement('button', label);
    button.type = 'button';
    entry.append(button);
    this.list.append(entry);
    button.focus();
    return new Promise((resolve) => {
      const answer = (pressed: boolean): void => {
        button.disabled = true;
        resolve(pressed);
      };
      button.addEventListener('click', () => answer(true), { once: true });
      signal.addEventListener('abort', () => answer(false), { once: true });
    });
  }

  private entry(text: string): HTMLLIElement {
    const entry = document.createElement('li');
    const seconds = ((performance.now() - this.startMs) / 1000).toFixed(1);
    entry.append(textElement('time', `${seconds} s`), text);
    return entry;
  }
}

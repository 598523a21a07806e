import type { SessionState } from '@undertone/client';
import { element, textElement } from './element.js';

const STATES: Readonly<Record<SessionState['kind'], string>> = {
  idle: 'No call',
  starting: 'Starting…',
  connecting: 'Connecting…',
  live: 'In call',
  paused: 'On hold',
  reconnecting: 'In call',
  ending: 'Ending…',
  ended: 'Call ended',
  failed: 'In call, not analyzed',
};

/** What the desk's phone does. */
export type Phone = 'none' | 'talking' | 'held';

/** A call whose analysis has ended or failed is a call all the same. */
const duringCall = (analysis: SessionState['kind']): string =>
  analysis === 'ended' || analysis === 'idle' ? STATES.failed : STATES[analysis];

const afterCall = (analysis: SessionState['kind']): string =>
  analysis === 'idle' ? STATES.idle : STATES.ended;

/** The customer's card: state, timer, buttons, summary and problems. */
export class CallCard {
  readonly startSample = element('start-sample', HTMLButtonElement);
  readonly startMicrophone = element('start-microphone', HTMLButtonElement);
  readonly hold = element('hold', HTMLButtonElement);
  readonly mute = element('mute', HTMLButtonElement);
  readonly end = element('end', HTMLButtonElement);
  readonly volume = element('volume', HTMLInputElement);
  readonly device = element('device', HTMLSelectElement);
  private readonly start = element('start-buttons', HTMLElement);
  private readonly call = element('call-buttons', HTMLElement);
  private readonly state = element('call-state', HTMLElement);
  private readonly timer = element('call-timer', HTMLTimeElement);
  private readonly problemLine = element('problem', HTMLElement);
  private readonly summaryLine = element('summary', HTMLElement);
  private ticking: number | undefined;

  /**
   * Shows the call, and what the analysis does. The phone's buttons follow the call alone: whatever happens to the analysis, the
   * agent can hold, mute and hang up.
   */
  show(analysis: SessionState['kind'], phone: Phone): void {
    const running = phone !== 'none';
    this.state.textContent =
      phone === 'held' ? 'On hold' : running ? duringCall(analysis) : afterCall(analysis);
    this.swap(running ? this.start : this.call, running ? this.call : this.start);
    this.hold.setAttribute('aria-pressed', String(phone === 'held'));
    this.hold.textContent = phone === 'held' ? 'Resume' : 'Hold';
    if (!running) this.stopTimer();
  }

  /** Shows one group of buttons in place of the other, and keeps the focus of whoever uses the keyboard among them. */
  private swap(from: HTMLElement, to: HTMLElement): void {
    const hadFocus = from.contains(document.activeElement);
    from.hidden = true;
    to.hidden = false;
    if (hadFocus) to.querySelector('button')?.focus();
  }

  startTimer(): void {
    const startMs = performance.now();
    this.stopTimer();
    const draw = (): void => {
      const seconds = Math.floor((performance.now() - startMs) / 1000);
      this.timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    };
    draw();
    this.ticking = window.setInterval(draw, 500);
    this.mute.setAttribute('aria-pressed', 'false');
  }

  /** Shows a problem with a call in a sentence, with its code in small; undefined removes it. */
  problem(text: string | undefined, code?: string): void {
    const small = code === undefined ? [] : [textElement('small', `Code: ${code}`)];
    this.problemLine.replaceChildren(text ?? '', ...small);
    this.problemLine.hidden = text === undefined;
  }

  summary(facts: readonly (readonly [string, string])[]): void {
    this.summaryLine.replaceChildren(
      ...facts.flatMap(([name, value]) => [textElement('dt', name), textElement('dd', value)]),
    );
    this.summaryLine.hidden = facts.length === 0;
  }

  private stopTimer(): void {
    window.clearInterval(this.ticking);
    this.ticking = undefined;
  }
}

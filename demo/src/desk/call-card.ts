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
  failed: 'Call not analyzed',
};

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

  show(kind: SessionState['kind']): void {
    this.state.textContent = STATES[kind];
    const running = !['idle', 'ended', 'failed'].includes(kind);
    this.start.hidden = running;
    this.call.hidden = !running;
    const established = kind === 'live' || kind === 'paused';
    this.hold.disabled = !established;
    this.mute.disabled = !established;
    this.hold.setAttribute('aria-pressed', String(kind === 'paused'));
    this.hold.textContent = kind === 'paused' ? 'Resume' : 'Hold';
    if (!running) this.stopTimer();
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

  /** Shows a problem with a call in words; undefined removes it. */
  problem(text: string | undefined): void {
    this.problemLine.textContent = text ?? '';
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

import type { UndertoneSession } from '@undertone/client';
import { textElement } from '../desk/element.js';
import type { SampleLine, SamplePlayer } from './sample-player.js';

const TICK_MS = 200;

/**
 * Shows the words of the sample call's lines as they are spoken, so that the panel never stands beside words that nobody
 * has heard yet. Sends the customer's lines to the session when they end, as a page with its own speech recognition does.
 */
export class Transcript {
  private next = 0;
  /** The words of the line that is shown last. */
  private words: HTMLElement | undefined;
  private finished = 0;
  private timer: number | undefined;
  /** Start of the player on the session's audio clock, calculated from the times of the page's prosody. */
  private offsetMs: number | undefined;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly list: HTMLOListElement,
    private readonly player: SamplePlayer,
  ) {}

  start(session: UndertoneSession): void {
    this.list.replaceChildren();
    const stop = session.on('prosody', ({ channel, atMs }) => {
      const positionMs = this.player.positionMs;
      if (channel === 0 && positionMs !== undefined) this.offsetMs = atMs - positionMs;
    });
    this.timer = window.setInterval(() => this.tick(session), TICK_MS);
    this.cancel = stop;
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.cancel();
  }

  private tick(session: UndertoneSession): void {
    const positionMs = this.player.positionMs ?? 0;
    for (let line = this.line(this.next); line !== undefined && line.startMs <= positionMs;) {
      this.speak(positionMs);
      this.begin(line);
      this.next += 1;
      line = this.line(this.next);
    }
    this.speak(positionMs);
    for (let line = this.line(this.finished); line !== undefined && line.endMs <= positionMs;) {
      this.send(session, line, this.finished);
      this.finished += 1;
      line = this.line(this.finished);
    }
  }

  private line(index: number): SampleLine | undefined {
    return this.player.lines[index];
  }

  private begin(line: SampleLine): void {
    const item = document.createElement('li');
    item.dataset['speaker'] = line.speaker;
    this.words = textElement('span', '');
    item.append(textElement('b', line.speaker === 'agent' ? 'You' : 'Customer'), this.words);
    this.list.append(item);
  }

  /** Shows as much of the last line as has been spoken, in whole words. */
  private speak(positionMs: number): void {
    const line = this.line(this.next - 1);
    if (line === undefined) return;
    const words = line.text.split(' ');
    const share = (positionMs - line.startMs) / (line.endMs - line.startMs);
    const spoken = words.slice(0, Math.ceil(Math.min(1, share) * words.length)).join(' ');
    if (this.words === undefined || this.words.textContent === spoken) return;
    this.words.textContent = spoken;
    this.list.scrollTop = this.list.scrollHeight;
  }

  private send(session: UndertoneSession, line: SampleLine, index: number): void {
    const offsetMs = this.offsetMs;
    if (line.speaker !== 'customer' || offsetMs === undefined || session.state.kind !== 'live') return;
    session.transcript({
      itemId: `line_${index}`,
      text: line.text,
      startMs: Math.max(0, Math.round(line.startMs + offsetMs)),
      endMs: Math.max(0, Math.round(line.endMs + offsetMs)),
      isFinal: true,
      language: 'en',
    });
  }
}

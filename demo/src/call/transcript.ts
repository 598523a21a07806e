import type { UndertoneSession } from '@undertone/client';
import { textElement } from '../desk/element.js';
import type { SampleLine, SamplePlayer } from './sample-player.js';

const TICK_MS = 200;

/**
 * Shows the sample call's lines when they start, and sends the customer's lines to the session when they end, as
 * a page with its own speech recognition does.
 */
export class Transcript {
  private next = 0;
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
      this.show(line);
      this.next += 1;
      line = this.line(this.next);
    }
    for (let line = this.line(this.finished); line !== undefined && line.endMs <= positionMs;) {
      this.send(session, line, this.finished);
      this.finished += 1;
      line = this.line(this.finished);
    }
  }

  private line(index: number): SampleLine | undefined {
    return this.player.lines[index];
  }

  private show(line: SampleLine): void {
    const item = document.createElement('li');
    item.dataset['speaker'] = line.speaker;
    item.append(textElement('b', line.speaker === 'agent' ? 'You' : 'Customer'), line.text);
    this.list.append(item);
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

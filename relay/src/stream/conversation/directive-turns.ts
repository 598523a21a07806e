import type { ServerBody, TurnStart } from '@undertone/protocol';

/** Two minutes of two voices: what a person corrects was just on the screen; anything older is named by its turn. */
const KEPT_DIRECTIVES = 1_024;

/** Which turn each of the newest directives belongs to, as the client was told. */
export class DirectiveTurns {
  /** By channel. */
  private readonly open = new Map<number, string>();
  private readonly turnOf = new Map<string, string>();

  /** @param openTurns those that a checkpoint left open */
  constructor(openTurns: readonly TurnStart[]) {
    for (const { channel, turnId } of openTurns) this.open.set(channel, turnId);
  }

  take(body: ServerBody): void {
    if (body.kind === 'turn.start') this.open.set(body.value.channel, body.value.turnId);
    else if (body.kind === 'turn.end') this.open.delete(body.value.channel);
    else if (body.kind === 'directive') this.note(body.value.directiveId, body.value.channel);
  }

  /** The turn of a directive; undefined for one that never was, that is too old, or that spoke of no turn. */
  find(directiveId: string): string | undefined {
    return this.turnOf.get(directiveId);
  }

  isOpen(turnId: string): boolean {
    return [...this.open.values()].includes(turnId);
  }

  private note(directiveId: string, channel: number): void {
    const turnId = this.open.get(channel);
    if (turnId === undefined) return;
    this.turnOf.set(directiveId, turnId);
    if (this.turnOf.size <= KEPT_DIRECTIVES) return;
    const [oldest] = this.turnOf.keys();
    if (oldest !== undefined) this.turnOf.delete(oldest);
  }
}

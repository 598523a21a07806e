import type { ServerBody, TurnStart } from '@undertone/protocol';
import { keepNewest } from '../../domain/keep-newest.js';

/**
 * Two minutes of two voices. A person corrects what is on the screen now; older turns are named by their turn
 * id.
 */
const KEPT_DIRECTIVES = 1_024;

/** The turn of each of the newest directives, as the client received them. */
export class DirectiveTurns {
  /** By channel. */
  private readonly open = new Map<number, string>();
  private readonly turnOf = new Map<string, string>();

  /** @param openTurns the turns that were open in a checkpoint */
  constructor(openTurns: readonly TurnStart[]) {
    for (const { channel, turnId } of openTurns) this.open.set(channel, turnId);
  }

  take(body: ServerBody): void {
    if (body.kind === 'turn.start') this.open.set(body.value.channel, body.value.turnId);
    else if (body.kind === 'turn.end') this.open.delete(body.value.channel);
    else if (body.kind === 'directive') this.note(body.value.directiveId, body.value.channel);
  }

  /** The turn of a directive. Undefined when the directive is unknown, too old, or had no turn. */
  find(directiveId: string): string | undefined {
    return this.turnOf.get(directiveId);
  }

  isOpen(turnId: string): boolean {
    return [...this.open.values()].includes(turnId);
  }

  private note(directiveId: string, channel: number): void {
    const turnId = this.open.get(channel);
    if (turnId === undefined) return;
    keepNewest(this.turnOf, directiveId, turnId, KEPT_DIRECTIVES);
  }
}

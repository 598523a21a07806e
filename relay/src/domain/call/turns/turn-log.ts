import type { ServerBody, TurnStart, TurnSummary } from '@undertone/protocol';
import { speakerOn } from '../channel-roles.js';
import type { CallState } from '../call-state.js';
import type { RevisedSpan, TranscriptItem } from '../call-types.js';
import { addSegment, overlap } from './overlap.js';
import { TURNS } from '../thresholds.js';
import { addText, findTurn, turnSummary, turnText, type TurnRecord } from './transcript.js';
import { transitionTurn, type TurnEvent, type TurnInput } from './turns.js';

/** Advances the channels' turns and records them in the call's transcript. */
export class TurnLog {
  constructor(
    private readonly state: CallState,
    private readonly newTurnId: () => string,
  ) {}

  /** Gives an input to one channel's turn. @returns the resulting messages */
  move(index: number, input: TurnInput): ServerBody[] {
    const channel = this.state.channels[index];
    if (channel === undefined) return [];
    const { turn, events } = transitionTurn(channel.turn, input, {
      endSilenceMs: this.state.config.endSilenceMs,
      newTurnId: this.newTurnId,
    });
    channel.turn = turn;
    return events.flatMap((event) => this.write(index, event));
  }

  /** Adds words to the turn they were said in. `nowMs` counts as the end of open turns. */
  take(item: TranscriptItem, nowMs: number): ServerBody[] {
    const { turns } = this.state;
    const index = findTurn(turns, item, nowMs);
    const turn = index === undefined ? undefined : turns[index];
    if (index === undefined || turn === undefined) {
      const message = 'the transcript lies in no turn of its speaker';
      const detail = { item_id: item.itemId, start_ms: String(item.startMs), end_ms: String(item.endMs) };
      return [{ kind: 'warning', value: { code: 'transcript_out_of_range', message, detail } }];
    }
    const updated = addText(turn, item.itemId, item.text, item.startMs);
    turns[index] = updated;
    const { turnId, speakerId, channel, startMs, endMs } = updated;
    const text = turnText(updated);
    return [
      {
        kind: 'turn.update',
        value: {
          turnId,
          speakerId,
          channel,
          startMs: Math.round(startMs),
          ...(endMs === null ? {} : { endMs: Math.round(endMs) }),
          ...(text === undefined ? {} : { text }),
        },
      },
    ];
  }

  open(): TurnStart[] {
    return this.state.turns
      .filter(({ endMs }) => endMs === null)
      .map(({ turnId, speakerId, channel, startMs }) => ({
        turnId,
        speakerId,
        channel,
        startMs: Math.round(startMs),
      }));
  }

  /** The newest turns that have ended, oldest first. */
  ended(most: number): TurnSummary[] {
    const ended: TurnSummary[] = [];
    for (const turn of this.state.turns.slice(-most - this.state.channels.length)) {
      if (turn.endMs !== null) ended.push(turnSummary(turn, turn.endMs));
    }
    return ended.slice(-most);
  }

  holds(turnId: string): boolean {
    return this.state.turns.some((turn) => turn.turnId === turnId);
  }

  /**
   * Sets the label of a turn that has ended; a person's correction is kept.
   * @param revised the full reader gave it, after it heard the whole utterance
   * @returns what to tell of a label that is revised
   */
  label(turnId: string, emotion: string | null, revised: boolean): ServerBody[] {
    const { turns } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    if (turn === undefined || this.isUnread(turn) || turn.corrected !== undefined) return [];
    turns[at] = { ...turn, emotion, ...(revised && { revised }) };
    if (!revised || emotion === null || turn.endMs === null) return [];
    const { speakerId, channel, startMs, endMs } = turn;
    const span = { startMs: Math.round(startMs), endMs: Math.round(endMs) };
    return [{ kind: 'turn.update', value: { turnId, speakerId, channel, ...span, emotion, revised } }];
  }

  /**
   * Gives the ended turns of a channel that lie in these spans to whoever is heard in them now.
   * @param speakerOf who speaks longest in a span; undefined where nobody is known to
   */
  give(
    channel: number,
    spans: readonly RevisedSpan[],
    speakerOf: (startMs: number, endMs: number) => string | undefined,
  ): ServerBody[] {
    return this.state.turns.flatMap((turn, at): ServerBody[] => {
      const { turnId, speakerId: previousSpeakerId, startMs, endMs, revision = 0 } = turn;
      if (turn.channel !== channel || endMs === null) return [];
      if (!spans.some((span) => overlap(span, { startMs, endMs }))) return [];
      const speakerId = speakerOf(startMs, endMs);
      if (speakerId === undefined || speakerId === previousSpeakerId) return [];
      const given = { ...turn, speakerId, revision: revision + 1 };
      this.state.turns[at] = this.isUnread(given) ? { ...given, emotion: null } : given;
      const span = { startMs: Math.round(startMs), endMs: Math.round(endMs) };
      const value = { turnId, speakerId, previousSpeakerId, channel, ...span, revision: revision + 1 };
      return [{ kind: 'turn.revised', value }];
    });
  }

  /** Sets a person's correction of a turn's label. @returns false for a turn that is not kept */
  correct(turnId: string, emotion: string | undefined): boolean {
    const { turns } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    if (turn === undefined) return false;
    // An open turn gets its label when it ends.
    if (emotion !== undefined) {
      const told = { ...turn, corrected: emotion, emotion: turn.endMs === null ? null : emotion };
      delete told.revised;
      turns[at] = told;
    }
    return true;
  }

  private write(index: number, event: TurnEvent): ServerBody[] {
    switch (event.kind) {
      case 'opened':
        return this.begin(index, event);
      case 'closed':
        return this.close(index, event);
      case 'segment':
        return this.meet(index, event);
    }
  }

  private begin(channel: number, { turnId, startMs }: Extract<TurnEvent, { kind: 'opened' }>): ServerBody[] {
    const { turns } = this.state;
    const speakerId = speakerOn(this.state, channel);
    turns.push({ turnId, speakerId, channel, startMs, endMs: null, emotion: null, items: [] });
    if (turns.length > TURNS.maximumTurns) turns.shift();
    return [{ kind: 'turn.start', value: { turnId, speakerId, channel, startMs: Math.round(startMs) } }];
  }

  private close(index: number, { turnId, endMs }: Extract<TurnEvent, { kind: 'closed' }>): ServerBody[] {
    const { turns } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    if (turn === undefined) return [];
    turns[at] = { ...turn, endMs, emotion: this.isUnread(turn) ? null : (turn.corrected ?? null) };
    this.state.utterances++;
    const { speakerId, startMs } = turn;
    const text = turnText(turn);
    const value = {
      turnId,
      speakerId,
      channel: index,
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
      ...(text === undefined ? {} : { text }),
    };
    return [{ kind: 'turn.end', value }];
  }

  private meet(index: number, { startMs, endMs }: Extract<TurnEvent, { kind: 'segment' }>): ServerBody[] {
    const { segments, overlaps } = addSegment(this.state.segments, index, { startMs, endMs });
    this.state.segments = segments;
    return overlaps.map(({ channels, ...span }) => ({
      kind: 'overlap',
      value: {
        speakerIds: channels.map((channel) => speakerOn(this.state, channel)),
        startMs: Math.round(span.startMs),
        endMs: Math.round(span.endMs),
      },
    }));
  }

  /** An agent's turns have no label when agents are not analyzed. */
  private isUnread({ speakerId }: TurnRecord): boolean {
    const { config, agents } = this.state;
    return !config.agentAnalysis && agents?.includes(speakerId) === true;
  }
}

import { LABELS, type ServerBody, type TurnStart, type TurnSummary } from '@undertone/protocol';
import { speakerOn } from './channel-roles.js';
import type { ConversationState } from './conversation-state.js';
import type { TranscriptItem } from './conversation-types.js';
import { addSegment } from './overlap.js';
import { leadingLabel } from './smoothing.js';
import { TURNS } from './thresholds.js';
import { addText, findTurn, turnSummary, turnText } from './transcript.js';
import { transitionTurn, type TurnEvent, type TurnInput } from './turns.js';

/** Moves the channels' turns and writes what happens into the conversation's transcript. */
export class TurnBook {
  constructor(
    private readonly state: ConversationState,
    private readonly newTurnId: () => string,
  ) {}

  /** Gives one channel's turn an input; returns the messages that follow. */
  move(index: number, input: TurnInput): ServerBody[] {
    const channel = this.state.channels[index];
    if (channel === undefined) return [];
    const { turn, events } = transitionTurn(channel.turn, input, {
      endSilenceMs: this.state.config.endSilenceMs,
      newTurnId: this.newTurnId,
    });
    channel.turn = turn;
    const bodies = events.flatMap((event) => this.write(index, event));
    if (turn.kind === 'idle') this.forgetReadings(index);
    return bodies;
  }

  /** Writes words into the turn they were said in; `nowMs` is the end of the turns that are open. */
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

  /** What a person says a turn was. @returns false for a turn that is not in the book */
  correct(turnId: string, emotion: string | undefined): boolean {
    const { turns } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    if (turn === undefined) return false;
    // A turn that is open gets its label when it ends.
    if (emotion !== undefined) {
      turns[at] = { ...turn, corrected: emotion, emotion: turn.endMs === null ? null : emotion };
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
    const { turns, channels } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    const channel = channels[index];
    if (turn === undefined || channel === undefined) return [];
    const { turnProbabilities, turnSpeechMs, voice } = channel;
    const isAgent = !this.state.config.agentAnalysis && this.state.agents?.includes(turn.speakerId) === true;
    const emotion =
      turnSpeechMs > 0 && !isAgent
        ? leadingLabel(
            turnProbabilities.map((sum) => sum / turnSpeechMs),
            voice.smoothing.uncertainBelow,
            voice.smoothing.trust,
          ).emotion
        : null;
    turns[at] = { ...turn, endMs, emotion: isAgent ? null : (turn.corrected ?? emotion) };
    this.state.utterances++;
    this.forgetReadings(index);
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

  private forgetReadings(index: number): void {
    const channel = this.state.channels[index];
    if (channel === undefined || channel.turnSpeechMs === 0) return;
    channel.turnProbabilities = LABELS.map(() => 0);
    channel.turnSpeechMs = 0;
  }
}

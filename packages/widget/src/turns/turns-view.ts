import type { Subject } from '@undertone/protocol';
import type { TurnView } from '../state/turn-list.js';
import type { Texts } from '../text/texts.js';

/** One line of the strip. */
export interface TurnRow {
  readonly turnId: string;
  readonly time: string;
  readonly speaker: string;
  readonly emotion: string;
  readonly text: string;
}

/** The name under which a channel is shown. */
export function speakerName(subject: Subject | undefined, channel: number, texts: Texts): string {
  switch (subject) {
    case 'customer':
    case 'agent':
    case 'self':
      return texts.text(`speaker.${subject}`);
    default:
      return texts.text('speaker.unknown', { number: texts.number(channel + 1) });
  }
}

/** The turns as lines, newest first. */
export function turnRows(
  turns: readonly TurnView[],
  subjects: ReadonlyMap<number, Subject>,
  texts: Texts,
): readonly TurnRow[] {
  return turns
    .map((turn) => ({
      turnId: turn.turnId,
      time: texts.clock(turn.startMs),
      speaker: speakerName(subjects.get(turn.channel), turn.channel, texts),
      emotion: turn.emotion === undefined ? '' : texts.emotion(turn.emotion),
      text: turn.text ?? (turn.endMs === undefined ? texts.text('turns.open') : texts.text('turns.noText')),
    }))
    .reverse();
}

import type { Subject } from '@undertone/protocol';
import { type Channels, voiceNumber } from '../state/channels.js';
import { personOf, type Person } from '../state/people.js';
import type { SoundView } from '../state/sound-list.js';
import { MAX_TURNS, type TurnView } from '../state/turn-list.js';
import type { Texts } from '../text/texts.js';

/** One line of the list: a turn, or a sound of the voice other than speech. */
export interface TurnRow {
  readonly key: string;
  readonly kind: 'turn' | 'sound';
  readonly time: string;
  readonly speaker: string;
  readonly emotion: string;
  readonly text: string;
}

/** A voice on a channel. */
export interface Voice {
  readonly speakerId: string | undefined;
  readonly channel: number;
}

/** The number of turns. When older ones may have been dropped, it says that these are the last. */
export const turnsCount = (count: number, texts: Texts): string => {
  const number = texts.number(count);
  return count < MAX_TURNS ? number : texts.text('turns.last', { number });
};

/** The name under which a channel is shown. */
export const speakerName = (subject: Subject | undefined, channel: number, texts: Texts): string => {
  switch (subject) {
    case 'customer':
    case 'agent':
    case 'self':
      return texts.text(`speaker.${subject}`);
    case 'unknown':
    case 'unspecified':
    case undefined:
    // A newer relay may have more subjects.
    default:
      return texts.text('speaker.unknown', { number: texts.number(channel + 1) });
  }
};

const isAgents = (subject: Subject | undefined): boolean => subject === 'agent' || subject === 'self';

/** Whether another channel has numbers too. Then a number alone does not say who it is. */
const numbersElsewhere = ({ subjects, shared }: Channels, channel: number): boolean =>
  [...subjects].some(
    ([other, subject]) =>
      other !== channel && !isAgents(subject) && (shared.has(other) || subject !== 'customer'),
  );

/** The role of a voice in the call: the subject of its channel, or its number when several people share the channel. */
export const roleName = (
  people: readonly Person[],
  { speakerId, channel }: Voice,
  channels: Channels,
  texts: Texts,
): string => {
  if (personOf(people, speakerId)?.isAgent === true) return speakerName('agent', channel, texts);
  const subject = channels.subjects.get(channel);
  const number = voiceNumber(channels, speakerId, channel);
  if (number === undefined || isAgents(subject)) return speakerName(subject, channel, texts);
  const speaker = texts.text('speaker.unknown', { number: texts.number(number) });
  if (!numbersElsewhere(channels, channel)) return speaker;
  return texts.text('speaker.ofChannel', { channel: channels.shared.get(channel) ?? '', speaker });
};

/** The name of a recognized voice, else its role in the call. */
export const voiceName = (
  people: readonly Person[],
  voice: Voice,
  channels: Channels,
  texts: Texts,
): string => personOf(people, voice.speakerId)?.name ?? roleName(people, voice, channels, texts);

/** The name of a sound of the voice. A sound that this version does not know keeps its code. */
export const soundName = (event: string, texts: Texts): string => texts.textOr(`sound.${event}`, event);

/** The input of the list. */
export interface TurnsInput extends Channels {
  readonly turns: readonly TurnView[];
  readonly sounds: readonly SoundView[];
  readonly people: readonly Person[];
}

/** The turns as lines, newest first, with the sounds other than speech between them. */
export const turnRows = (input: TurnsInput, texts: Texts): readonly TurnRow[] => {
  const { turns, sounds, people } = input;
  const who = (voice: TurnView | SoundView): string => voiceName(people, voice, input, texts);
  const told = turns.map((turn) => ({
    startMs: turn.startMs,
    row: {
      key: turn.turnId,
      kind: 'turn',
      time: texts.clock(turn.startMs),
      speaker: who(turn),
      emotion: turn.emotion === undefined ? '' : texts.emotion(turn.emotion),
      text: turn.text ?? (turn.endMs === undefined ? texts.text('turns.open') : texts.text('turns.noText')),
    } satisfies TurnRow,
  }));
  const heard = sounds.map((sound) => ({
    startMs: sound.startMs,
    row: {
      key: `${sound.channel} ${sound.event} ${sound.startMs}`,
      kind: 'sound',
      time: texts.clock(sound.startMs),
      speaker: who(sound),
      emotion: '',
      text: soundName(sound.event, texts),
    } satisfies TurnRow,
  }));
  return [...told, ...heard].sort((a, b) => b.startMs - a.startMs).map(({ row }) => row);
};

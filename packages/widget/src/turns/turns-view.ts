import type { Subject } from '@undertone/protocol';
import { type Channels, voiceNumber } from '../state/channels.js';
import { personOf, type Person } from '../state/people.js';
import type { SoundView } from '../state/sound-list.js';
import { MAX_TURNS, type TurnView } from '../state/turn-list.js';
import type { Texts } from '../text/texts.js';

/** One line of the strip: a turn, or a sound of the voice that is no speech. */
export interface TurnRow {
  readonly key: string;
  readonly kind: 'turn' | 'sound';
  readonly time: string;
  readonly speaker: string;
  readonly emotion: string;
  readonly text: string;
}

/** Whoever speaks on a channel. */
export interface Voice {
  readonly speakerId: string | undefined;
  readonly channel: number;
}

/** How many turns there are; where older ones were forgotten, how many are left. */
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
    // A newer relay may know more of them.
    default:
      return texts.text('speaker.unknown', { number: texts.number(channel + 1) });
  }
};

const isAgents = (subject: Subject | undefined): boolean => subject === 'agent' || subject === 'self';

/** Another channel has numbers too: a number alone would not say who. */
const numbersElsewhere = ({ subjects, shared }: Channels, channel: number): boolean =>
  [...subjects].some(
    ([other, subject]) =>
      other !== channel && !isAgents(subject) && (shared.has(other) || subject !== 'customer'),
  );

/** What a voice is in the call: the part of its channel, or its number where several people speak on one. */
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

/** The name of a recognized voice, else what it is in the call. */
export const voiceName = (
  people: readonly Person[],
  voice: Voice,
  channels: Channels,
  texts: Texts,
): string => personOf(people, voice.speakerId)?.name ?? roleName(people, voice, channels, texts);

/** What a sound of the voice is called; one this version does not know is shown as it came. */
export const soundName = (event: string, texts: Texts): string => texts.textOr(`sound.${event}`, event);

/** What the strip is made of. */
export interface TurnsInput extends Channels {
  readonly turns: readonly TurnView[];
  readonly sounds: readonly SoundView[];
  readonly people: readonly Person[];
}

/** The turns as lines, newest first, and between them the sounds that are no speech. */
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

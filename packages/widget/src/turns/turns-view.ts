import type { Subject } from '@undertone/protocol';
import { personOf, type Person } from '../state/people.js';
import type { SoundView } from '../state/sound-list.js';
import type { TurnView } from '../state/turn-list.js';
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

/** The relay names the voices of a mixed channel after it, and numbers them in the order in which they were first heard. */
const MIXED_VOICE = /_s(\d+)$/;

/** What a voice is in the call: the part of its channel, or its number where several people speak on one. */
export function roleName(
  people: readonly Person[],
  voice: { readonly speakerId: string | undefined; readonly channel: number },
  subject: Subject | undefined,
  texts: Texts,
): string {
  if (personOf(people, voice.speakerId)?.isAgent === true) return speakerName('agent', voice.channel, texts);
  const number = MIXED_VOICE.exec(voice.speakerId ?? '')?.[1];
  const isOneOfSeveral = number !== undefined && subject !== 'agent' && subject !== 'self';
  return isOneOfSeveral
    ? texts.text('speaker.unknown', { number: texts.number(Number(number)) })
    : speakerName(subject, voice.channel, texts);
}

/** The name of a recognized voice, else what it is in the call. */
export function voiceName(
  people: readonly Person[],
  voice: { readonly speakerId: string | undefined; readonly channel: number },
  subject: Subject | undefined,
  texts: Texts,
): string {
  return personOf(people, voice.speakerId)?.name ?? roleName(people, voice, subject, texts);
}

/** What a sound of the voice is called; one this version does not know is shown as it came. */
export const soundName = (event: string, texts: Texts): string => texts.textOr(`sound.${event}`, event);

/** What the strip is made of. */
export interface TurnsInput {
  readonly turns: readonly TurnView[];
  readonly sounds: readonly SoundView[];
  readonly people: readonly Person[];
  readonly subjects: ReadonlyMap<number, Subject>;
}

/** The turns as lines, newest first, and between them the sounds that are no speech. */
export function turnRows(input: TurnsInput, texts: Texts): readonly TurnRow[] {
  const { turns, sounds, people, subjects } = input;
  const who = (voice: TurnView | SoundView): string =>
    voiceName(people, voice, subjects.get(voice.channel), texts);
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
}

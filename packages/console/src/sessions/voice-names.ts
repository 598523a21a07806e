import type { Session } from '@undertone/sdk';
import { ofLineWord, roleWord, speakerWord } from '../words/words.js';

/** One voice of a call. */
export interface Voice {
  readonly role: 'caller' | 'agent';
  readonly speaker_id: string;
}

/** One voice, whatever its speaker is called: a caller and an agent may both be called "1". */
export const voiceOf = ({ role, speaker_id: speaker }: Voice): string => `${role} ${speaker}`;

/** `line_s2` is the second voice of a line that several people share (proto/SPEC.md, RT90). */
const SHARED = /^(.+)_s([1-9]\d*)$/;

/**
 * What each voice of a call is called: the recognized person's name, else on a shared line the panel's "Speaker 2", else the role, with
 * a number where several have it. It depends on who was heard alone, so that a list and a page say the same.
 */
export const namesOf = (
  voices: readonly Voice[],
  people: Session['overview']['people'],
): ReadonlyMap<string, string> => {
  const distinct = [...new Map(voices.map((voice) => [voiceOf(voice), voice])).values()].sort(inOrder);
  const lines = new Set(distinct.flatMap((voice) => sharedBy(voice)?.line ?? []));
  const alone = distinct.filter((voice) => sharedBy(voice) === undefined);
  return new Map(
    distinct.map((voice) => {
      const person = people.find(({ speaker_id: known }) => known === voice.speaker_id);
      const shared = sharedBy(voice);
      if (person !== undefined) return [voiceOf(voice), person.label];
      if (shared !== undefined) {
        const speaker = speakerWord(shared.number);
        return [voiceOf(voice), lines.size > 1 ? ofLineWord(shared.line, speaker) : speaker];
      }
      const same = alone.filter(({ role }) => role === voice.role);
      const number = same.length > 1 ? ` ${same.indexOf(voice) + 1}` : '';
      return [voiceOf(voice), roleWord(voice.role) + number];
    }),
  );
};

/** The same of a call with its utterances. */
export const voiceNames = ({ utterances, overview }: Session): ReadonlyMap<string, string> =>
  namesOf(
    [...(overview.speakers ?? []).map(({ id, role }) => ({ role, speaker_id: id })), ...utterances],
    overview.people,
  );

const sharedBy = ({
  role,
  speaker_id: id,
}: Voice): { readonly line: string; readonly number: number } | undefined => {
  const [, line, number] = (role === 'caller' ? SHARED.exec(id) : null) ?? [];
  return line === undefined ? undefined : { line, number: Number(number) };
};

/** Callers before agents, each by their ids, in which numbers count as numbers. */
const inOrder = (one: Voice, other: Voice): number =>
  other.role.localeCompare(one.role) ||
  one.speaker_id.localeCompare(other.speaker_id, 'en', { numeric: true });

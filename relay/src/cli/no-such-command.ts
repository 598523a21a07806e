import { COMMANDS } from './commands.js';
import { nearWord } from './near-word.js';
import { STORE_COMMANDS } from './store-commands.js';

const NAMES = COMMANDS.map(({ name }) => name);
const NOUNS = [...new Set(NAMES.map((name) => name.split(' ')[0] ?? ''))];
const STORE_NAMES = STORE_COMMANDS.map(({ name }) => name);

/** What to tell of a command line that is none, with the command that was likely meant. */
export const noSuchCommand = ([noun = '', verb]: readonly string[]): string => {
  if (noun.startsWith('-')) return `unknown option ${noun}: a command comes first, then its options`;
  const isNoun = NOUNS.includes(noun);
  if (isNoun && verb?.startsWith('-') === true) return `${noun} needs a second word before ${verb}`;
  const typed = verb === undefined ? noun : `${noun} ${verb}`;
  const near = nearWord(typed, NAMES) ?? (isNoun ? undefined : nearWord(noun, [...NOUNS, ...STORE_NAMES]));
  return `there is no command ${typed}${near === undefined ? '' : `: did you mean ${near}?`}`;
};

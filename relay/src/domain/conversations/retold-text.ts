import { CUE_LANGUAGES, catalogFor, cueTypes } from '../call/cues/catalog.js';
import { TEXT_LANGUAGES, textsFor } from '../predictions/texts/catalog.js';

type Telling = (language: string) => string;

/**
 * A text that was stored in the language of its call, in the reader's language. It is found by its words, since those alone were
 * stored. A text that is not the relay's own (an organization's advice) stays as it is.
 */
export const retold = (text: string, language: string): string => tellings().get(text)?.(language) ?? text;

let made: ReadonlyMap<string, Telling> | undefined;

const tellings = (): ReadonlyMap<string, Telling> => {
  made ??= new Map([...cueTellings(), ...predictionTellings()]);
  return made;
};

const cueTellings = (): (readonly [string, Telling])[] =>
  CUE_LANGUAGES.flatMap((language) =>
    cueTypes.flatMap((type) => {
      const { title, body } = catalogFor(language).cues[type];
      const inTheirs = (to: string) => catalogFor(to).cues[type];
      return [
        [title, (to: string) => inTheirs(to).title] as const,
        [body, (to: string) => inTheirs(to).body] as const,
      ];
    }),
  );

const predictionTellings = (): (readonly [string, Telling])[] =>
  TEXT_LANGUAGES.flatMap((language) => {
    const { actions, factors } = textsFor(language);
    const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
    return [
      ...keys(actions).map((name) => [actions[name], (to: string) => textsFor(to).actions[name]] as const),
      ...keys(factors).flatMap((name) =>
        (['above', 'below'] as const).map(
          (side) => [factors[name][side], (to: string) => textsFor(to).factors[name][side]] as const,
        ),
      ),
    ];
  });

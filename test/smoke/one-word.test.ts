/** Whoever calls has one word in each language, wherever it is said: the panel, the relay's cues and predictions, and the demo. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const CATALOGS = [
  'packages/widget/src/text',
  'relay/src/domain/call/cues',
  'relay/src/domain/predictions/texts',
];

/** The word of each language, and those that must not stand in its place. */
const WORDS: Readonly<Record<string, { readonly word: RegExp; readonly others: RegExp }>> = {
  en: { word: /\bcustomer/i, others: /\bcallers?\b/i },
  de: { word: /\bAnrufer/i, others: /\bKund(e|in)|\b(die|der) Person\b/i },
  es: { word: /\bcliente/i, others: /\bla persona\b|\bllamante/i },
  fr: { word: /\bclient/i, others: /\bla personne\b|\bappelant/i },
  it: { word: /\bcliente/i, others: /\bla persona\b|\bchiamante/i },
  nl: { word: /\bbeller/i, others: /\bklant|\bde persoon\b/i },
  pl: { word: /\brozmówc/i, others: /\bklient|\bdzwoniąc/i },
  pt: { word: /\bcliente/i, others: /\ba pessoa\b|\bchamador/i },
  tr: { word: /\barayan kişi/i, others: /müşteri|\barayan(?! kişi)/i },
};

/** The texts of a source file: its quoted values, without comments, keys, codes and file names. */
const textsIn = (source: string): readonly string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'(:?)/g)]
    .filter(([, text = '', colon]) => colon === '' && / |^\p{Lu}/u.test(text))
    .map(([, text = '']) => text);

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

describe.each(Object.entries(WORDS))('in %s whoever calls', (language, { word, others }) => {
  it.each(CATALOGS)('has the same word in %s', (folder) => {
    const texts = textsIn(read(`${folder}/${language}.ts`));
    expect(texts.filter((text) => others.test(text))).toEqual([]);
    expect(texts.some((text) => word.test(text))).toBe(true);
  });
});

// What is no language has a longer name: `catalog.ts`.
it.each(CATALOGS)('there is a word for each language of %s', (folder) => {
  const languages = readdirSync(new URL(folder, ROOT)).flatMap(
    (name) => /^(\w\w)\.ts$/.exec(name)?.[1] ?? [],
  );
  expect(languages.sort()).toEqual(Object.keys(WORDS).sort());
});

describe('in the demo whoever calls', () => {
  const files = readdirSync(new URL('demo/src', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `demo/src/${name}`);

  it('is the customer in demo/index.html', () => {
    const words = read('demo/index.html').replace(/<!--[^]*?-->/g, '');
    expect(words.match(WORDS['en']!.others)).toBeNull();
  });

  it.each(files)('is the customer in %s', (file) => {
    expect(textsIn(read(file)).filter((text) => WORDS['en']!.others.test(text))).toEqual([]);
  });
});

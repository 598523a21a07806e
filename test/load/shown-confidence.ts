/** The label and the confidence that clients receive, of people and corpora that the relay's readers have not heard. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording } from '../../scripts/lib/speech.mjs';
import { calibrationError, groupBy, seededRandom } from '../../packages/model/scripts/lib/metrics.mjs';
import { repositoryRoot } from '../support/relay-process.js';
import type { SpeechRow } from '../support/speech.js';
import { startRelay } from './relay-under-load.js';
import { overBatch, overRest, overStream, type Shown } from './shown-paths.js';

export interface ShownOptions {
  readonly folder: string;
  readonly models: string;
  readonly corpora: readonly string[];
  readonly speakers: number;
  readonly clips: number;
  readonly paths: readonly Path[];
}

/** How a clip reaches the relay: by itself, with its corpus, or in a call. */
type Path = 'rest' | 'batch' | 'stream';

/** So young is speech that has just begun, ms. */
const FIRST_MS = 1_000;
const SEED = 20_261_125;
const CHANCE_DRAWS = 200;

const shuffled = <T>(rows: readonly T[], random: () => number): T[] =>
  rows
    .map((row) => [random(), row] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, row]) => row);

/** Some clips of some speakers of each corpus. */
const drawn = (rows: readonly SpeechRow[], { speakers, clips }: ShownOptions): SpeechRow[][] => {
  const random = seededRandom(SEED);
  return [...groupBy(rows, ({ corpus }) => corpus).values()].flatMap((own) =>
    shuffled([...groupBy(own, ({ speaker }) => speaker).values()], random)
      .slice(0, speakers)
      .map((of) => shuffled(of, random).slice(0, clips)),
  );
};

type ShownAs = (label: string) => string;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The error that confidences which are exactly right would show in so few clips. */
const errorByChance = (confidences: readonly number[]): number => {
  const random = seededRandom(SEED);
  const errors = Array.from({ length: CHANCE_DRAWS }, () =>
    calibrationError(
      confidences,
      confidences.map((confidence) => random() < confidence),
    ),
  );
  return meanOf(errors);
};

const percent = (value: number): string => (100 * value).toFixed(0);
const print = (what: string, path: string, shown: readonly Shown[], shownAs: ShownAs): number => {
  const isRight = ({ leading, label }: Shown) => leading === shownAs(label);
  const share = (some: readonly Shown[], is: (each: Shown) => boolean) =>
    some.length === 0 ? '–' : percent(some.filter(is).length / some.length);
  const errors: number[] = [];
  for (const [corpus, own] of groupBy(shown, (each) => each.corpus)) {
    const confidences = own.map(({ confidence }) => confidence);
    const error = calibrationError(confidences, own.map(isRight));
    errors.push(error);
    const uncertain = own.filter((each) => each.uncertain);
    const sure = own.filter((each) => !each.uncertain);
    console.log(
      `| ${[what, path, corpus, own.length, share(own, isRight), percent(meanOf(confidences)), error.toFixed(3), errorByChance(confidences).toFixed(3), share(own, (each) => each.uncertain), share(uncertain, isRight), share(sure, isRight)].join(' | ')} |`,
    );
  }
  return meanOf(errors);
};

export const main = async (options: ShownOptions): Promise<number> => {
  const { folder, models, corpora, paths } = options;
  const [header = '', ...lines] = readFileSync(join(folder, 'index.csv'), 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  const rows = lines
    .map(
      (line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n], cell])) as never as SpeechRow,
    )
    .filter(({ corpus }) => corpora.includes(corpus));
  const { folds } = JSON.parse(
    readFileSync(join(repositoryRoot, 'packages/model/training/folds.json'), 'utf8'),
  ) as { folds: string[][] };
  const metadata = JSON.parse(readFileSync(join(models, 'live-fold-0.json'), 'utf8')) as {
    classes: { name: string; labels: { label: string }[] }[];
  };
  // A class that is no label itself is shown as its first label.
  const shownAs: ShownAs = (label) =>
    metadata.classes.find(({ name }) => name === label)?.labels[0]?.label ?? label;
  const known = new Set(metadata.classes.map(({ name }) => name));
  const labeled = rows.filter(({ label }) => known.has(label));
  const parts = [
    ...folds.map((speakers, n) => ({
      part: `fold-${n}`,
      what: 'new speakers',
      own: labeled.filter(({ speaker }) => speakers.includes(speaker)),
    })),
    ...corpora.map((corpus) => ({
      part: `without-${corpus}`,
      what: 'corpus never heard',
      own: labeled.filter((row) => row.corpus === corpus),
    })),
  ].filter(({ part }) => existsSync(join(models, `live-${part}.onnx`)));
  const told = new Map<string, Shown[]>();
  const keep = (what: string, path: string, shown: readonly Shown[]): void => {
    const key = `${what}|${path}`;
    told.set(key, [...(told.get(key) ?? []), ...shown]);
  };
  for (const { part, what, own } of parts) {
    const calls = await Promise.all(
      drawn(own, options).map((clips) =>
        Promise.all(
          clips.map(async (clip) => ({ ...clip, samples: await decodeRecording(join(folder, clip.path)) })),
        ),
      ),
    );
    const relay = await startRelay(undefined, { UNDERTONE_MODEL: join(models, `live-${part}.onnx`) });
    try {
      for (const clip of paths.includes('rest') ? calls.flat() : []) {
        const shown = await overRest(relay, clip);
        if (shown !== undefined) keep(what, 'REST', [shown]);
      }
      if (paths.includes('batch')) {
        for (const [, batch] of groupBy(calls.flat(), ({ corpus }) => corpus))
          keep(what, 'REST, a batch', await overBatch(relay, batch));
      }
      if (paths.includes('stream')) {
        const streamed = (await Promise.all(calls.map((clips) => overStream(relay, clips)))).flat();
        keep(what, 'stream, all results', streamed.flat());
        keep(
          what,
          'stream, the first second',
          streamed.flat().filter(({ sinceMs }) => sinceMs <= FIRST_MS),
        );
        keep(
          what,
          'stream, the last of a clip',
          streamed.flatMap((results) => results.slice(-1)),
        );
      }
    } finally {
      await relay.stop();
    }
    console.error(`${part}: ${calls.flat().length} clips of ${calls.length} speakers`);
  }
  console.log(
    '| what is new | path | corpus | results | right % | said % | ECE | ECE by chance | uncertain % | right there % | right elsewhere % |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  const means = [...told].map(([key, shown]) => {
    const [what = '', path = ''] = key.split('|');
    return `${what}, ${path}: ${print(what, path, shown, shownAs).toFixed(3)}`;
  });
  console.log(
    `\nECE, mean over corpora: ${means.join('; ')}. Floors .08 for new speakers and .15 for corpora never heard.`,
  );
  return 0;
};

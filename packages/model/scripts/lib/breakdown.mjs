/** What the evaluation reports besides the scores per corpus: groups, four classes, and other sounds. */
import { argmax, bootstrapOverSpeakers, groupBy, softmax, unweightedAverageRecall } from './metrics.mjs';

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const uar = (rows) =>
  unweightedAverageRecall(
    rows.map(({ truth }) => truth),
    rows.map(({ guess }) => guess),
  );

/** Rows with the class index and the best guess within the corpus's labels at the end of the clip. */
function scored(rows, names) {
  const labelled = rows.filter(({ label }) => names.includes(label));
  const allowed = [...new Set(labelled.map(({ label }) => names.indexOf(label)))];
  return labelled.map((row) => ({
    ...row,
    truth: names.indexOf(row.label),
    guess: argmax(row.readings.at(-1).logits, allowed),
  }));
}

/** UAR within the corpus's labels by corpus and gender, language, fold or speaker, for clips where it is known. */
export function byGroup(rows, names, key) {
  return [...groupBy(rows, ({ corpus }) => corpus)].flatMap(([corpus, members]) => {
    const groups = [...groupBy(scored(members, names), (row) => row[key])].sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    return groups
      .filter(([group]) => group !== '')
      .map(([group, own]) => ({
        corpus,
        group,
        speakers: new Set(own.map(({ speaker }) => speaker)).size,
        clips: own.length,
        uar: uar(own),
        interval: bootstrapOverSpeakers(own, uar),
      }));
  });
}

const QUIET = ['neutral', 'calm'];
const FOUR = ['happy', 'sad', 'angry'];

/**
 * Row A4 of BENCHMARKS.md: four classes of each corpus: happy, sad, angry and neutral, with calm counted as neutral. A corpus without
 * one of them is scored on its own labels.
 */
export function fourClasses(rows, names) {
  return [...groupBy(rows, ({ corpus }) => corpus)].flatMap(([corpus, members]) => {
    const labels = new Set(members.map(({ label }) => label).filter((label) => names.includes(label)));
    if (labels.size === 0) return [];
    const whole = FOUR.every((label) => labels.has(label)) && QUIET.some((label) => labels.has(label));
    const classes = whole ? [...FOUR, 'neutral'] : [...labels];
    const classOf = (label) => (whole && label === 'calm' ? 'neutral' : label);
    const own = members
      .filter(({ label }) => classes.includes(classOf(label)))
      .map(({ speaker, label, readings }) => {
        const probabilities = softmax(readings.at(-1).logits, 1);
        const score = (name) =>
          (whole && name === 'neutral' ? QUIET : [name]).reduce(
            (sum, part) => sum + probabilities[names.indexOf(part)],
            0,
          );
        const guess = classes.reduce((best, name) => (score(name) > score(best) ? name : best));
        return { speaker, truth: classOf(label), guess };
      });
    const interval = bootstrapOverSpeakers(own, uar);
    return [{ corpus, classes, clips: own.length, uar: uar(own), interval }];
  });
}

/**
 * How well the models' `domain` output separates sounds from speech at the end of each clip: the share above the floor, the
 * share that still gets an emotion, and the confusion of the events. `rows` have a `kind`.
 */
export function outOfDomain(rows, metadata) {
  const { classes, outOfDomainAbove } = metadata.domain;
  const judged = rows.map((row) => {
    const { domain, logits } = row.readings.at(-1);
    const probabilities = softmax(domain, 1);
    const outside = 1 - probabilities[0];
    const events = classes.flatMap(({ kind }, index) => (kind === 'event' ? [index] : []));
    const confidence = Math.max(...softmax(logits, metadata.temperature));
    return {
      ...row,
      outside,
      beyond: outside > outOfDomainAbove,
      event: argmax(domain, events),
      named: outside <= outOfDomainAbove && Math.min(confidence, 1 - outside) >= metadata.uncertainBelow,
    };
  });
  const kinds = [...groupBy(judged, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    clips: own.length,
    beyond: mean(own.map((row) => Number(row.beyond))),
    named: mean(own.map((row) => Number(row.named))),
  }));
  const bursts = judged.filter(({ event, kind }) => event !== undefined && kind.startsWith('burst: '));
  const truthOf = ({ kind }) => classes.findIndex(({ name }) => name === kind.slice('burst: '.length));
  const names = classes.flatMap(({ kind, name }) => (kind === 'event' ? [name] : []));
  const first = classes.findIndex(({ kind }) => kind === 'event');
  return {
    floor: outOfDomainAbove,
    kinds,
    events:
      bursts.length === 0
        ? undefined
        : {
            uar: unweightedAverageRecall(
              bursts.map(truthOf),
              bursts.map(({ event }) => event),
            ),
            labels: names,
            counts: names.map((_, truth) =>
              names.map(
                (__, guess) =>
                  bursts.filter((row) => truthOf(row) === first + truth && row.event === first + guess)
                    .length,
              ),
            ),
          },
  };
}

import { byGroup, fourClasses } from './breakdown.mjs';
import { dimensions } from './dimensions.mjs';
import {
  argmax,
  bootstrapOverSpeakers,
  calibrationError,
  fitTemperature,
  groupBy,
  softmax,
  unweightedAverageRecall,
} from './metrics.mjs';
import { TIMES_S } from './predict.mjs';

const END = TIMES_S.length;
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/** UAR within the corpus's own labels at each time, with an interval over speakers at the end. */
function recognition(rows, names) {
  const labelled = rows.filter(({ label }) => names.includes(label));
  if (labelled.length === 0) return undefined;
  const allowed = [...new Set(labelled.map(({ label }) => names.indexOf(label)))].sort((a, b) => a - b);
  const scored = labelled.map(({ speaker, label, readings }) => ({
    speaker,
    truth: names.indexOf(label),
    within: readings.map(({ logits }) => argmax(logits, allowed)),
    any: argmax(
      readings[END].logits,
      names.map((_, index) => index),
    ),
  }));
  const score = (members, guess) =>
    unweightedAverageRecall(
      members.map(({ truth }) => truth),
      members.map(guess),
    );
  return {
    classes: allowed.length,
    clips: labelled.length,
    speakers: new Set(labelled.map(({ speaker }) => speaker)).size,
    uarByTime: [...TIMES_S, 'end'].map((_, time) => score(scored, ({ within }) => within[time])),
    interval: bootstrapOverSpeakers(scored, (members) => score(members, ({ within }) => within[END])),
    uarAnyClass: score(scored, ({ any }) => any),
    confusion: {
      labels: allowed.map((index) => names[index]),
      counts: allowed.map((truth) =>
        allowed.map(
          (guess) => scored.filter((row) => row.truth === truth && row.within[END] === guess).length,
        ),
      ),
    },
  };
}

/** Fifteen bins of confidence as wide as those of the calibration error. */
function reliabilityBins(judged, count = 15) {
  return Array.from({ length: count }, (_, bin) => {
    const own = judged.filter(
      ({ confidence }) => Math.min(count - 1, Math.floor(confidence * count)) === bin,
    );
    return {
      low: bin / count,
      high: (bin + 1) / count,
      count: own.length,
      confidence: own.length === 0 ? 0 : mean(own.map(({ confidence }) => confidence)),
      accuracy: own.length === 0 ? 0 : mean(own.map(({ correct }) => Number(correct))),
    };
  });
}

/**
 * Confidence over all classes at the end of each clip. The temperature of a fold is fitted on the other
 * folds' clips, whose speakers the models that scored them had not heard either; a speaker outside the
 * folds gets the metadata's temperature. Corpora weigh alike.
 */
function calibration(rows, metadata) {
  const names = metadata.classes.map(({ name }) => name);
  const labelled = rows.filter(({ label, heard }) => names.includes(label) && !heard);
  if (labelled.length === 0) return undefined;
  const sizes = groupBy(labelled, ({ corpus }) => corpus);
  const points = labelled.map(({ corpus, fold, label, readings }) => ({
    corpus,
    fold,
    logits: readings[END].logits,
    truth: names.indexOf(label),
    weight: 1 / sizes.get(corpus).length,
  }));
  const inFolds = points.filter(({ fold }) => fold >= 0);
  const folds = [...new Set(points.map(({ fold }) => fold))];
  const fitted = new Map(
    folds.map((fold) => [
      fold,
      fold >= 0 && folds.length > 2
        ? fitTemperature(inFolds.filter((row) => row.fold !== fold))
        : metadata.temperature,
    ]),
  );
  const judged = points.map(({ corpus, fold, logits, truth }) => {
    const probabilities = softmax(logits, fitted.get(fold));
    const confidence = Math.max(...probabilities);
    return { corpus, confidence, correct: probabilities.indexOf(confidence) === truth };
  });
  const ece = (members) =>
    calibrationError(
      members.map((row) => row.confidence),
      members.map((row) => row.correct),
    );
  const byCorpus = groupBy(judged, ({ corpus }) => corpus);
  const sure = judged.filter(({ confidence }) => confidence >= metadata.uncertainBelow);
  return {
    ece: ece(judged),
    bins: reliabilityBins(judged),
    eceByCorpus: Object.fromEntries([...byCorpus].map(([corpus, members]) => [corpus, ece(members)])),
    temperatures: Object.fromEntries(fitted),
    temperatureForShipped: inFolds.length > 0 ? fitTemperature(inFolds) : undefined,
    accuracy: mean(judged.map(({ correct }) => Number(correct))),
    reported: sure.length / judged.length,
    accuracyWhereReported: mean(sure.map(({ correct }) => Number(correct))),
  };
}

/** Everything that the model card quotes. */
export function report(rows, metadata) {
  const names = metadata.classes.map(({ name }) => name);
  const corpora = [...groupBy(rows, ({ corpus }) => corpus)];
  return {
    model: `${metadata.id} ${metadata.version}`,
    clips: rows.length,
    heardInTraining: rows.filter(({ heard }) => heard).length,
    recognition: Object.fromEntries(
      corpora
        .map(([corpus, members]) => [corpus, recognition(members, names)])
        .filter(([, scores]) => scores),
    ),
    fourClasses: fourClasses(rows, names),
    byGender: byGroup(rows, names, 'gender'),
    byLanguage: byGroup(rows, names, 'language'),
    byFold: byGroup(rows, names, 'fold'),
    calibration: calibration(rows, metadata),
    dimensions: dimensions(rows),
  };
}

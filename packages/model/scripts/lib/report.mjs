import { byGroup, fourClasses } from './breakdown.mjs';
import { dimensions } from './dimensions.mjs';
import {
  argmax,
  bootstrapOverSpeakers,
  calibrationError,
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

/** Fifteen confidence bins, as wide as those of the calibration error. */
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
 * Calibration over all classes at the end of each clip, with the temperature of the model that read it. That temperature
 * was fitted without the speakers or the corpus that this model had not heard (training/calibrate.py).
 */
function calibration(rows, metadata) {
  const names = metadata.classes.map(({ name }) => name);
  const labelled = rows.filter(({ label, heard }) => names.includes(label) && !heard);
  if (labelled.length === 0) return undefined;
  const judged = labelled.map(({ corpus, temperature, label, readings }) => {
    const probabilities = softmax(readings[END].logits, temperature);
    const confidence = Math.max(...probabilities);
    return { corpus, confidence, correct: probabilities.indexOf(confidence) === names.indexOf(label) };
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
    temperatures: [...new Set(labelled.map(({ temperature }) => temperature))],
    temperatureShipped: metadata.temperature,
    accuracy: mean(judged.map(({ correct }) => Number(correct))),
    reported: sure.length / judged.length,
    accuracyWhereReported: mean(sure.map(({ correct }) => Number(correct))),
  };
}

/** All figures that the model card quotes. */
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

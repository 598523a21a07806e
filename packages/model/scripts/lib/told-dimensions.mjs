/** What the readers tell of valence, arousal and dominance: whether it orders clips as expected, and agrees with the label beside it. */
import { chanceHigher } from './dimensions.mjs';
import { groupBy } from './metrics.mjs';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const between = (judged, axis, high, low) => {
  const of = (wanted) => judged.filter(({ label }) => label === wanted).map(({ shown }) => shown[axis]);
  return chanceHigher(of(high), of(low));
};

/** Within each speaker and emotion, so that neither explains the order; undefined where no intensity is marked. */
function strongHigher(judged) {
  const chances = [...groupBy(judged, ({ speaker, label }) => `${speaker}\n${label}`).values()]
    .map((own) => {
      const of = (wanted) =>
        own.filter(({ intensity }) => intensity === wanted).map(({ shown }) => shown.arousal);
      return chanceHigher(of('strong'), of('normal'));
    })
    .filter((chance) => chance !== undefined);
  return chances.length === 0 ? undefined : mean(chances);
}

/** Valence by so much on the other side of its label's contradicts it. */
const CONTRADICTS = 0.05;

/** Share of the clips with a label on one side (told, not uncertain) whose valence is on the other. */
function contradicted({ classes }, judged) {
  const sideOf = (leading) =>
    Math.sign(
      (
        classes.find(({ name }) => name === leading) ??
        classes.find(({ labels }) => labels.some(({ label }) => label === leading))
      ).coordinates[0],
    );
  const sided = judged
    .filter(({ shown }) => shown.emotion !== 'uncertain')
    .map(({ shown }) => sideOf(shown.leading) * shown.valence)
    .filter((value) => value !== 0);
  return sided.length === 0 ? undefined : sided.filter((value) => value < -CONTRADICTS).length / sided.length;
}

/** Columns of the table, each with what it measures of judged rows. */
export const DIMENSION_COLUMNS = [
  ['valence: happy over angry', (_, judged) => between(judged, 'valence', 'happy', 'angry')],
  ['happy over sad', (_, judged) => between(judged, 'valence', 'happy', 'sad')],
  ['arousal: angry over sad', (_, judged) => between(judged, 'arousal', 'angry', 'sad')],
  ['strong over normal, same speaker and emotion', (_, judged) => strongHigher(judged)],
  ['dominance: angry over fearful', (_, judged) => between(judged, 'dominance', 'angry', 'fearful')],
  ['valence against the label shown', contradicted],
];

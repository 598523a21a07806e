/** The model, and which speakers it did not learn from. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PACKAGE_DIR } from './python.mjs';

export const SHIPPED = `${PACKAGE_DIR}models/undertone-speaker.onnx`;

const PARTS = ['train', 'test', 'tune'];

/** How a model was trained, from the metadata beside it. */
const trainingOf = (model) => JSON.parse(readFileSync(model.replace(/\.onnx$/u, '.json'), 'utf8')).training;

/** Whether a model learned from a part of training/split.json. It never learned from speakers of another folder. */
const hasHeard = (model, part) => PARTS.includes(part) && !trainingOf(model).keptApart.includes(part);

/** The parts that a model learned from, in the form for `listSpeech`. */
export const trainedParts = (model) => PARTS.filter((part) => hasHeard(model, part)).join();

/**
 * The file that a benchmark scores on a part: the given one, otherwise the shipped one. A model that learned from
 * these speakers ends the process with a message.
 */
export function modelToScore(part, given) {
  const model = given === undefined ? SHIPPED : resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!hasHeard(model, part)) return model;
  console.error(
    `${model} has learned from the speakers of part ${part}: use --part test or tune, or speakers of your own`,
  );
  return process.exit(2);
}

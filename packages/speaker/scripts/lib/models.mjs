/** The two models: one is shipped, the other has not heard the test speakers and is what is scored on them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PACKAGE_DIR } from './python.mjs';

export const SHIPPED = `${PACKAGE_DIR}models/undertone-speaker.onnx`;
export const HELD_OUT = `${PACKAGE_DIR}models/held-out/undertone-speaker.onnx`;

const PARTS = ['train', 'test', 'tune'];

/** How a model was trained, from the metadata beside it. */
const trainingOf = (model) => JSON.parse(readFileSync(model.replace(/\.onnx$/u, '.json'), 'utf8')).training;

/** The parts of training/split.json that a model has learned from, as `listSpeech` takes them. */
export const trainedParts = (model) =>
  PARTS.filter((part) => !trainingOf(model).keptApart.includes(part)).join();

/**
 * Which file a benchmark scores on a part: the one that is given, else the shipped one unless it has heard these speakers.
 * A given one that has heard them ends the process with a message.
 */
export function modelToScore(part, given) {
  const heard = (model) => PARTS.includes(part) && !trainingOf(model).keptApart.includes(part);
  if (given === undefined) return heard(SHIPPED) ? HELD_OUT : SHIPPED;
  const model = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!heard(model)) return model;
  console.error(
    `${given} has learned from the speakers of part ${part}: use --part tune, or speakers of your own`,
  );
  return process.exit(2);
}

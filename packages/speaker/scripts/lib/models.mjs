/** The two models: one is shipped, the other has not heard the test speakers and is what is scored on them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PACKAGE_DIR } from './python.mjs';

export const SHIPPED = `${PACKAGE_DIR}models/undertone-speaker.onnx`;
export const HELD_OUT = `${PACKAGE_DIR}models/held-out/undertone-speaker.onnx`;

const PARTS = ['train', 'test', 'tune'];

/** How a model was trained, from the metadata beside it. */
const trainingOf = (model) => JSON.parse(readFileSync(model.replace(/\.onnx$/u, '.json'), 'utf8')).training;

/** Whether a model has learned from a part of training/split.json; it has not from speakers of another folder. */
const hasHeard = (model, part) => PARTS.includes(part) && !trainingOf(model).keptApart.includes(part);

/** The parts that a model has learned from, as `listSpeech` takes them. */
export const trainedParts = (model) => PARTS.filter((part) => hasHeard(model, part)).join();

/**
 * Which file a benchmark scores on a part: the one that is given, else the shipped one unless it has heard these speakers.
 * A given one that has heard them ends the process with a message.
 */
export function modelToScore(part, given) {
  if (given === undefined) return hasHeard(SHIPPED, part) ? HELD_OUT : SHIPPED;
  const model = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!hasHeard(model, part)) return model;
  console.error(
    `${given} has learned from the speakers of part ${part}: use --part tune, or speakers of your own`,
  );
  return process.exit(2);
}

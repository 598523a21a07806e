import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrainingFailed } from '../domain/fine-tune/jobs/job-runner.js';
import { TrainingKilled, trainingProcess } from './training-process.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-training-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a child with this program in the place of the training. */
const outcomeOf = async (program: string): Promise<unknown> => {
  const file = join(directory, 'child.mjs');
  await writeFile(file, program);
  const train = trainingProcess({ childUrl: pathToFileURL(file) });
  const order = { task: 'train', data: {}, seed: 1 } as unknown as Parameters<typeof train>[0];
  const { signal } = new AbortController();
  return train(order, { signal, onProgress: () => undefined }).catch((error: unknown) => error);
};

describe('a training process', () => {
  it.each(['SIGKILL', 'SIGTERM'])('that %s ended says so, and its job is taken up again', async (signal) => {
    const outcome = await outcomeOf(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1e6);`);
    expect(outcome).toBeInstanceOf(TrainingKilled);
  });

  it.each([
    ['ended by itself', 'process.exit(3)'],
    ['ran out of memory', 'process.abort()'],
  ])('that %s failed for good', async (_what, program) => {
    expect(await outcomeOf(program)).toBeInstanceOf(TrainingFailed);
  });
});

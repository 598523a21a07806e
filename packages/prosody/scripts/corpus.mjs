import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram } from '../../../scripts/lib/program.mjs';
import { hasSpeech, speechFolder } from '../../../scripts/lib/speech.mjs';

/** Whether the corpora and ffmpeg, which decodes them, are there. */
export const haveCorpus = () => hasSpeech && hasProgram('ffmpeg');

/** The same recordings every time: `perCorpus` of each corpus, spread evenly over its files. */
export function readCorpus(perCorpus, corpora) {
  const rows = readFileSync(join(speechFolder, 'index.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  return corpora.flatMap((corpus) => {
    const files = rows.filter((row) => row[1] === corpus).map((row) => row[0]);
    const step = files.length / perCorpus;
    return Array.from({ length: perCorpus }, (_, i) => files[Math.floor((i + 0.5) * step)])
      .filter((path) => path !== undefined)
      .map((path) => ({ path, corpus, samples: decode(join(speechFolder, path)) }));
  });
}

/** 16 kHz mono, cut to 640 + 160 n samples (Praat then places its frames as we do) and rounded to 16 bit. */
function decode(path) {
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-ar', '16000', '-ac', '1', '-f', 's16le', '-'],
    {
      maxBuffer: 2 ** 28,
    },
  );
  const length = 640 + 160 * Math.floor((raw.length / 2 - 640) / 160);
  return Float32Array.from({ length: Math.max(0, length) }, (_, i) => raw.readInt16LE(2 * i) / 32_768);
}

/** `npm run evaluate:shown`: whether the confidence that clients receive means what it says, through REST and the stream. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { partFile, PARTS_DIR } from '../../packages/model/scripts/lib/readers.mjs';
import { loadModule } from './child.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:shown -- <folder with index.csv> [options]

Starts a relay for each file of \`npm run train\` whose speakers or corpus it has not heard, sends it their clips, over REST each
by itself and as one batch of a corpus, and one after the other in a call of each speaker, and prints how often the label that is
shown is right, how sure it was on average, the expected calibration error of its confidence (15 bins), beside it what exact
confidences would show of so few results, and how often \`uncertain\` is said. Calls are sent in real time; ten clips of six
speakers of each corpus take a quarter of an hour. Without \`stream\` a clip takes a tenth of a second.

  --models folder    of \`npm run train\` (default .cache/parts)
  --corpora a,b      (default ravdess,emodb,nemo,turev,emospeech)
  --speakers N       of a corpus and file (default 6)
  --clips N          of a speaker (default 10)
  --paths a,b        rest,batch,stream (default all)`,
  least: 1,
  most: 1,
  options: {
    models: { type: 'string' },
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev,emospeech' },
    speakers: { type: 'string', default: '6' },
    clips: { type: 'string', default: '10' },
    paths: { type: 'string', default: 'rest,batch,stream' },
  },
  whole: ['speakers', 'clips'],
  lists: { paths: ['rest', 'batch', 'stream'] },
});
// npm runs scripts in the workspace root; a relative folder refers to where the command was typed.
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const models = values.models ? from(values.models) : PARTS_DIR;
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`there is no index.csv in ${folder}`);
  process.exit(2);
}
partFile(models, 'live', 'fold-0');
partFile(models, 'full', 'fold-0');
const { main } = await loadModule('shown-confidence.ts');
process.exitCode = await main({
  folder,
  models,
  corpora: values.corpora.split(','),
  speakers: Number(values.speakers),
  clips: Number(values.clips),
  paths: values.paths,
});

/**
 * Scripted conversations made of real sentences: "Scripted conversations … (calm to angry to calm; two
 * speakers) drive modes, cues and alerts at the right turns, once each, and an agent's anger never moves the
 * caller's state." The model is imperfect, so these tests check shares of calls; `npm run evaluate:steering`
 * prints the shares for every speaker. relay/lab/rehearsal tests the same scripts exactly, on synthesized
 * speech.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInferencePool } from '../../relay/dist/inference/pool/pool.js';
import type { InferencePool } from '../../relay/dist/inference/port.js';
import { threadHost } from '../../relay/dist/inference/pool/worker-host.js';
import { layOut } from '../../relay/lab/rehearsal/call-audio.js';
import { planCalls } from '../../relay/lab/rehearsal/call-plan.js';
import type { Clip } from '../../relay/lab/rehearsal/clip.js';
import { analyzeCall, rehearse, rehearsalConfig } from '../../relay/lab/rehearsal/rehearse.js';
import { callerTrace, figuresOf, scoreCall, type CallScore } from '../../relay/lab/rehearsal/score.js';
import { repositoryRoot } from '../support/relay-process.js';
import { decodeSpeech, hasSpeech, readIndex } from '../support/speech.js';

/** Callers and agents from three corpora. Both speakers of a cast are in one fold, whose model was trained on neither. */
const CASTS = [
  { caller: 'ravdess-02', agent: 'ravdess-05' },
  { caller: 'ravdess-12', agent: 'ravdess-11' },
  { caller: 'ravdess-17', agent: 'ravdess-08' },
  { caller: 'emodb-03', agent: 'emodb-08' },
  { caller: 'emodb-13', agent: 'emodb-11' },
  { caller: 'nemo-KD0', agent: 'nemo-MP0' },
] as const;
const SEED = 21;

const sounds = new Map<string, Promise<Float32Array>>();
const read = ({ path }: Clip): Promise<Float32Array> => {
  const sound = sounds.get(path) ?? decodeSpeech(path);
  sounds.set(path, sound);
  return sound;
};

const foldPools = async (): Promise<{ foldOf: (speaker: string) => number; pools: InferencePool[] }> => {
  const folder = join(repositoryRoot, 'packages/model');
  const { folds } = JSON.parse(await readFile(join(folder, 'training/folds.json'), 'utf8')) as {
    folds: string[][];
  };
  const pools = folds.map((_, fold) =>
    createInferencePool({
      spawn: threadHost({ modelPath: join(folder, `models/folds/fold-${fold}.onnx`) }),
      workers: 1,
    }),
  );
  await Promise.all(pools.map((pool) => pool.ready()));
  return { foldOf: (speaker) => folds.findIndex((fold) => fold.includes(speaker)), pools };
};

if (!hasSpeech) {
  console.warn(
    'SKIPPED: scripted calls of real sentences, because UNDERTONE_SPEECH_DIR names no labeled speech',
  );
}

describe.skipIf(!hasSpeech)(
  'scripted calls of real sentences, by models that never heard the speakers',
  () => {
    const scores: CallScore[] = [];
    const traces: { caller: string; besideCalm: string; besideAngry: string }[] = [];
    let pools: InferencePool[] = [];

    beforeAll(async () => {
      const clips = await readIndex();
      const loaded = await foldPools();
      pools = loaded.pools;
      for (const cast of CASTS) {
        const fold = loaded.foldOf(cast.caller);
        expect(loaded.foldOf(cast.agent), cast.agent).toBe(fold);
        const trace = new Map<string, string>();
        for (const plan of planCalls(clips, cast, SEED)) {
          const audio = await layOut(plan, read);
          const call = await rehearse(await analyzeCall(pools[fold]!, audio.channels), rehearsalConfig(true));
          scores.push(scoreCall(plan.kind, audio.lines, audio.durationMs, call));
          trace.set(plan.kind, callerTrace(call));
        }
        const [besideCalm = '', besideAngry = ''] = [trace.get('steady'), trace.get('angry_agent')];
        traces.push({ caller: cast.caller, besideCalm, besideAngry });
      }
    }, 600_000);
    afterAll(() => Promise.all(pools.map((pool) => pool.close())));

    const figures = () => figuresOf(scores);

    it('detect nearly every caller who gets angry, within seconds', () => {
      expect(figures().flares).toBe(CASTS.length);
      expect(figures().detected).toBeGreaterThanOrEqual(0.8);
      expect(figures().delayMedianS).toBeLessThan(5);
    });

    it('report the anger once in at least half of the calls, and report that nearly all have calmed down by the end', () => {
      expect(figures().once).toBeGreaterThanOrEqual(0.5);
      expect(figures().cooledDown).toBeGreaterThanOrEqual(0.8);
    });

    it('give one cue of an escalation, at the right turn, in at least half of the calls', () => {
      expect(figures().cuedOnce).toBeGreaterThanOrEqual(0.5);
    });

    it('raise a high escalation risk alert in some calls, and hardly ever when nobody is angry', () => {
      expect(figures().alertedOnce).toBeGreaterThan(0.15);
      expect(figures().falseAlerts).toBeLessThan(0.15);
    });

    it('cause less than one wrong escalation in two minutes for calm callers', () => {
      expect(figures().calmMinutes).toBeGreaterThan(20);
      expect(figures().falseEscalationsPerMinute).toBeLessThan(0.5);
    });

    it('never change a caller’s state because of an agent’s anger: it equals the state beside a calm agent byte for byte', () => {
      expect(traces).toHaveLength(CASTS.length);
      for (const { caller, besideCalm, besideAngry } of traces) {
        expect(besideCalm.length, caller).toBeGreaterThan(10_000);
        expect(besideAngry, caller).toBe(besideCalm);
      }
    });

    it('detect the agent’s anger in the agent’s own mode, in most calls', () => {
      expect(figures().agentsOverheated).toBeGreaterThanOrEqual(0.5);
    });
  },
);

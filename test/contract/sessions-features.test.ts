/**
 * The same audio twice: streamed, and heard by the page's own code without any audio sent. Cut at the same samples, both give the same
 * session, but for names, clocks and where it was heard. A third stream that began a quarter of a second later says what other cuts do.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmotionModel } from '@undertone/model';
import { loadModel } from '@undertone/model/node';
import type { Directive, ServerBody } from '@undertone/protocol';
import { useSimd } from '@undertone/prosody/simd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallMessages, callFromPage } from '../support/page-call.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad, speechRate } from '../support/speech.js';

const INTERVAL_MS = 500;
/** Readings are sent as 32-bit floats, and streams that run at the same time share model calls, which round differently. */
const TOLERANCE = 5e-4;
const SHIFT_MS = 250;
/** A short gap within speech, which is bridged, and a long one, which ends a turn. Frames of 40 ms, in the last two sentences. */
const isMuted = (frame: number) => (frame >= 385 && frame < 393) || (frame >= 465 && frame < 490);
const FIRST_MUTED_MS = 15_000;
/** As in test/browser/hearing.test.ts: directives half an interval apart of one call that say the same. */
const LEAST_AGREEMENT = 0.55;
/** Differ between any two sessions. */
const OWN = [
  /\b(session|directive|turn|cue|alert)?_?id$/i,
  /(created|updated|ended|occurred)_?at$/i,
  /(resumeHandle|serverTime|concurrentUsed|balanceMs|holdS|balanceS)$/,
  /\blatency\b/,
];
/** Says where it was heard. */
const WHERE = /\.(provenance|privacy)$/;
/** All that a client is told of a call but how its link and the relay do. */
const TOLD: readonly ServerBody['kind'][] = [
  'session.ready',
  'turn.start',
  'turn.update',
  'turn.end',
  'tone_shift',
  'agent_steering',
  'session.prediction',
  'alert',
  'vocal_event',
  'session_end',
];

let folder: string;
let relay: RelayProcess;
let reader: EmotionModel;
let streamed: CallMessages;
let heard: CallMessages;
let later: CallMessages;

const spoken = async (): Promise<Float32Array> => {
  const pause = new Float32Array(0.85 * speechRate);
  const sentences = await angryAndSad(3);
  // Anger that lasts: an alert is to come of it, whatever the other voice sounds like.
  const inOrder = [...sentences].sort((a, b) => Number(a.label === 'angry') - Number(b.label === 'angry'));
  const parts = inOrder.flatMap(({ samples }) => [pause, samples, pause]);
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};

beforeAll(async () => {
  useSimd();
  // A relay without the full reader: only it hears an ended turn once more, and a page has none.
  folder = await mkdtemp(join(tmpdir(), 'undertone-reader-'));
  const path = join(folder, 'undertone-live.onnx');
  for (const file of ['undertone-live.onnx', 'undertone-live.json'])
    await copyFile(join(repositoryRoot, 'packages/model/models', file), join(folder, file));
  [relay, reader] = await Promise.all([
    RelayProcess.start({ env: { UNDERTONE_MODEL: path } }),
    loadModel(path),
  ]);
  const audio = await spoken();
  const call = (sessionId: string, more: { reader?: EmotionModel; from?: number } = {}) =>
    callFromPage({
      relay,
      sessionId,
      audio: audio.subarray(more.from ?? 0),
      intervalMs: INTERVAL_MS,
      muted: (frame) => more.from === undefined && isMuted(frame),
      // A line that nothing is known of, since a page knows none.
      hello: { line: sessionId },
      ...(more.reader && { reader: more.reader }),
    });
  [streamed, heard, later] = await Promise.all([
    call('streamed'),
    call('heard', { reader }),
    call('later', { from: (SHIFT_MS * speechRate) / 1_000 }),
  ]);
});
afterAll(async () => {
  await reader.dispose();
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

const all = <K extends ServerBody['kind']>({ messages }: CallMessages, kind: K) =>
  messages.flatMap((body) =>
    body.kind === kind ? [body.value as Extract<ServerBody, { kind: K }>['value']] : [],
  );

/** Where two values differ, and how. */
const differences = (a: unknown, b: unknown, path = ''): string[] => {
  if (OWN.some((own) => own.test(path)) || a === b) return [];
  if (
    typeof a === 'number' &&
    typeof b === 'number' &&
    Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a))
  )
    return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return [`${path}: ${JSON.stringify(a)}, ${JSON.stringify(b)}`];
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], `${path}.${key}`),
  );
};

const stored = async (id: string): Promise<Record<string, unknown>> =>
  ((await relay.request('GET', `/v1/sessions/${id}`)).json as { session: Record<string, unknown> }).session;

describe('a session whose page hears, beside the same audio streamed', () => {
  it('[RT118] has the same directives when both are cut at the same samples', () => {
    const [ours, theirs] = [all(heard, 'directive'), all(streamed, 'directive')];
    expect(ours.filter(({ speech, emotion }) => speech && emotion !== undefined).length).toBeGreaterThan(15);
    expect(
      differences(theirs, ours).filter((difference) => !WHERE.test(difference.split(':')[0] ?? '')),
    ).toEqual([]);
    expect(new Set(ours.map(({ provenance }) => provenance))).toEqual(new Set(['edge']));
  });

  it('[RT118] has the same turns, shifts, cues, predictions, alerts and summary', () => {
    expect(all(heard, 'agent_steering')).not.toEqual([]);
    expect(all(heard, 'alert')).not.toEqual([]);
    for (const kind of TOLD)
      expect(
        differences(all(streamed, kind), all(heard, kind), kind).filter(
          (each) => !WHERE.test(each.split(':')[0] ?? ''),
        ),
        kind,
      ).toEqual([]);
  });

  it('is stored as the same session', async () => {
    const session = await stored('heard');
    expect(session['utterance_count']).toBe(6);
    expect(differences(await stored('streamed'), session)).toEqual([]);
  });

  it('[RT117] costs the same', () => {
    expect(heard.end.usage.billedMs).toBe(streamed.end.usage.billedMs);
    expect(heard.end.usage.billedMs).toBeGreaterThan(15_000);
  });

  it('differs from another capture of the call no more than two streams do', () => {
    const apart = (one: CallMessages, other: CallMessages): number => {
      const inSpeech = all(one, 'directive').filter(
        ({ speech, emotion, audioEndMs }) => speech && emotion !== undefined && audioEndMs < FIRST_MUTED_MS,
      );
      const same = inSpeech.filter(({ audioEndMs, emotion }) => {
        const at = audioEndMs - SHIFT_MS;
        const distance = (directive: Directive) => Math.abs(directive.audioEndMs - at);
        const near = all(other, 'directive').reduce((best, next) =>
          distance(next) < distance(best) ? next : best,
        );
        return near.emotion === emotion;
      });
      return same.length / inSpeech.length;
    };
    const [page, stream] = [apart(heard, later), apart(streamed, later)];
    console.log(
      `begun ${SHIFT_MS} ms later, a stream has ${(100 * stream).toFixed(0)} % of the labels of a stream, and of a page that hears`,
    );
    expect(page).toBe(stream);
    expect(stream).toBeGreaterThan(LEAST_AGREEMENT);
  });
});

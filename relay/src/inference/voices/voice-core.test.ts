import type {
  Diarization,
  SpeakerFrames,
  SpeakerListener,
  SpeakerMetadata,
  SpeakerModel,
  Voiceprint,
  VoiceprintStreamOptions,
} from '@undertone/speaker';
import { describe, expect, it } from 'vitest';
import { VoiceCore } from './voice-core.js';
import type { FromVoiceWorker } from './voice-messages.js';

const PRINT: Voiceprint = { space: 'x', embedding: Float32Array.of(1), speechSeconds: 4 };
const FOUND: Diarization = {
  turns: [{ speaker: 0, startMs: 0, endMs: 4_000, overlap: false, confidence: 1 }],
  speakers: [{ speaker: 0, talkMs: 4_000, voiceprint: PRINT }],
  overlaps: [],
};
const SETUP = { encoding: 'pcm_f32le', sampleRate: 16_000, startMs: 500, voiceprints: true } as const;

/** A network that gives one frame for every 50 ms, and records its input and how many streams asked it at one time. */
const start = (over: { fails?: boolean; waitingSeconds?: number } = {}) => {
  const sent: FromVoiceWorker[] = [];
  const heard: number[] = [];
  const framesOf = (samples: Float32Array): SpeakerFrames => {
    if (over.fails === true) throw new Error('the network fell over');
    heard.push(samples.length);
    const count = Math.floor(samples.length / 800);
    return {
      startMs: (heard.slice(0, -1).reduce((sum, n) => sum + n, 0) / 16) | 0,
      count,
      features: new Float32Array(count),
      weights: new Float32Array(count),
      activity: new Float32Array(2 * count),
    };
  };
  const together: number[] = [];
  let asking = 0;
  const listener = (): SpeakerListener => {
    let busy = false;
    return {
      push: async (samples) => {
        if (busy) throw new Error('calls of one stream overlap');
        busy = true;
        asking++;
        await Promise.resolve();
        if (asking > 0) together.push(asking);
        asking = 0;
        const frames = framesOf(samples);
        busy = false;
        return frames;
      },
      end: () => Promise.resolve(framesOf(new Float32Array(0))),
    };
  };
  let [seconds, waiting] = [0, over.waitingSeconds ?? 0];
  const made = { streams: [] as (VoiceprintStreamOptions | undefined)[], voiceprints: 0 };
  const model: SpeakerModel = {
    metadata: { thresholds: { resolveSpeechSeconds: 3 } } as SpeakerMetadata,
    createListener: listener,
    createVoiceprintStream: (options) => {
      made.streams.push(options);
      return {
        push: (samples) => {
          seconds += samples.length / 16_000;
          return Promise.resolve();
        },
        end: () => {
          seconds += waiting;
          waiting = 0;
          return Promise.resolve();
        },
        get speechSeconds() {
          return seconds;
        },
        voiceprint: () => {
          made.voiceprints++;
          return seconds < 0.5 ? undefined : { ...PRINT, speechSeconds: seconds };
        },
      };
    },
    analyze: (samples) => Promise.resolve(framesOf(samples)),
    dispose: () => Promise.resolve(),
  };
  const core = new VoiceCore({
    model,
    diarize: () => FOUND,
    createDiarizer: () => ({
      push: () => [{ type: 'turn_start', id: 0, speaker: 0, atMs: 100 }],
      end: () => [],
      speakers: () => FOUND.speakers,
    }),
    send: (message) => void sent.push(message),
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const audio = (tracker: number, seconds: number): void => {
    const payload = new Uint8Array(new Float32Array(16_000 * seconds).buffer);
    core.receive({ kind: 'audio', tracker, payload });
  };
  return { core, sent, together, audio, made };
};

describe('the work of the voice worker', () => {
  it('processes a recording in slices, with live audio between them', async () => {
    const { core, sent, audio } = start();
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'mixed' } });
    core.receive({ kind: 'hear', id: 7, samples: new Float32Array(16_000 * 12), voiceprints: true });
    audio(1, 1);
    await core.idle();
    expect(sent.map(({ kind }) => kind)).toEqual(['news', 'progress', 'progress', 'progress', 'diarized']);
    expect(sent.at(-1)).toEqual({ kind: 'diarized', id: 7, diarization: FOUND });
  });

  it('reveals no voiceprint of a recording or a mixed channel without the consent', async () => {
    const { core, sent, audio } = start();
    core.receive({ kind: 'hear', id: 7, samples: new Float32Array(800), voiceprints: false });
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'mixed', voiceprints: false } });
    audio(1, 1);
    await core.idle();
    expect(sent.find(({ kind }) => kind === 'diarized')).toMatchObject({
      diarization: { speakers: [{ speaker: 0, talkMs: 4_000 }] },
    });
    expect(JSON.stringify(sent)).not.toContain('embedding');
    core.receive({ kind: 'voiceprints', tracker: 1, on: true });
    audio(1, 1);
    await core.idle();
    expect(JSON.stringify(sent)).toContain('embedding');
  });

  it('wipes a recording when it is done, and when its caller aborts it', async () => {
    const { core, sent } = start();
    const samples = new Float32Array(1_600).fill(0.5);
    core.receive({ kind: 'hear', id: 7, samples, voiceprints: false });
    await core.idle();
    expect(samples.every((sample) => sample === 0)).toBe(true);
    const unwanted = new Float32Array(1_600).fill(0.5);
    core.receive({ kind: 'hear', id: 8, samples: unwanted, voiceprints: false });
    core.receive({ kind: 'forget', id: 8 });
    await core.idle();
    expect(unwanted.every((sample) => sample === 0)).toBe(true);
    expect(sent.filter(({ kind }) => kind === 'diarized').length).toBe(1);
  });

  it('reports a voice at the seconds that the model asks for, and then each time they have doubled', async () => {
    const { core, sent, audio, made } = start();
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'one' } });
    for (let n = 0; n < 13; n++) audio(1, 1);
    await core.idle();
    const told = sent.flatMap((message) =>
      message.kind === 'news' ? message.news.voices.map(({ voiceprint }) => voiceprint.speechSeconds) : [],
    );
    expect(told).toEqual([3, 6, 12]);
    // What nobody compares is not made.
    expect(made.voiceprints).toBe(told.length);
  });

  it('hears a line of one person in part, once it knows enough of the voice', async () => {
    const { core, made } = start();
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'one' } });
    await core.idle();
    expect(made.streams).toEqual([{ thoroughSeconds: 24 }]);
  });

  it('hears what waits for a whole window before it says the last of a voice', async () => {
    const { core, sent, audio } = start({ waitingSeconds: 0.5 });
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'one' } });
    audio(1, 2.5);
    core.receive({ kind: 'end', tracker: 1 });
    await core.idle();
    expect(
      sent.map((message) =>
        message.kind === 'news' ? message.news.voices.map((voice) => voice.voiceprint.speechSeconds) : [],
      ),
    ).toEqual([[], [3]]);
  });

  it('gives times on the channel’s own clock, even across skipped gaps', async () => {
    const { core, sent, audio } = start();
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'mixed' } });
    audio(1, 1);
    core.receive({ kind: 'gap', tracker: 1, durationMs: 60_000 });
    await core.idle();
    const news = sent.flatMap((message) => (message.kind === 'news' ? [message.news] : []));
    expect(news[0]?.events).toEqual([{ type: 'turn_start', id: 0, speaker: 0, atMs: 600 }]);
    expect(news.at(-1)?.throughMs).toBe(500 + 1_000 + 60_000);
  });

  it('hears trackers that wait at one time together, and each tracker’s audio one after the other', async () => {
    const { core, sent, audio, together } = start();
    for (const tracker of [1, 2, 3])
      core.receive({ kind: 'open', tracker, setup: { ...SETUP, mode: 'mixed' } });
    for (const tracker of [1, 1, 2, 3, 2]) audio(tracker, 1);
    await core.idle();
    expect(together).toEqual([3, 2]);
    expect(sent.map(({ kind }) => kind)).toEqual(Array(5).fill('news'));
  });

  it('reports a tracker or a recording that fails, and continues with the others', async () => {
    const { core, sent, audio } = start({ fails: true });
    core.receive({ kind: 'open', tracker: 1, setup: { ...SETUP, mode: 'mixed' } });
    audio(1, 1);
    core.receive({ kind: 'hear', id: 7, samples: new Float32Array(800), voiceprints: true });
    await core.idle();
    expect(sent.map(({ kind }) => kind)).toEqual(['broken', 'failed']);
  });
});

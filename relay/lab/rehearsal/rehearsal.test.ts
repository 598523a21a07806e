import type { AgentSteering } from '@undertone/protocol';
import { syntheticVoice } from '@undertone/model/golden';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInferencePool } from '../../src/inference/pool/pool.js';
import type { InferencePool } from '../../src/inference/port.js';
import { InProcessWorker } from '../../src/inference/testing/in-process-host.js';
import { CALL_AUDIO, layOut, type CallAudio } from './call-audio.js';
import { CALL_SHAPE, planCalls, speakersOf, type CallKind } from './call-plan.js';
import { castsOf } from './casts.js';
import { readClipIndex, toneOf, type Clip } from './clip.js';
import { analyzeCall, rehearse, rehearsalConfig, type Rehearsal } from './rehearse.js';
import { callerTrace, figuresOf, scoreCall } from './score.js';
import { LevelModel } from './testing/level-model.js';

const SECONDS = 3;
const clip = (speaker: string, label: string, n: number): Clip => ({
  path: `${speaker}-${label}-${n}`,
  corpus: 'synthetic',
  speaker,
  label,
  intensity: '',
  seconds: SECONDS,
});
const CLIPS = ['ann', 'ben'].flatMap((speaker) =>
  ['calm', 'angry'].flatMap((label) => [0, 1, 2, 3].map((n) => clip(speaker, label, n))),
);
/** A synthesized voice. Calm voices have a twelfth of the level of angry ones. */
const read = ({ label, path }: Clip) => {
  const voice = syntheticVoice(SECONDS, path.length + Number(path.at(-1)));
  return Promise.resolve(voice.map((sample) => sample * (label === 'angry' ? 0.9 : 0.075)));
};

interface Played {
  audio: CallAudio;
  heard: Rehearsal;
  unheard: Rehearsal;
}
let pool: InferencePool;
const played = new Map<CallKind, Played>();
beforeAll(async () => {
  pool = createInferencePool({
    spawn: () => new InProcessWorker(new LevelModel(), () => performance.now()),
    workers: 1,
  });
  await pool.ready();
  for (const plan of planCalls(CLIPS, { caller: 'ann', agent: 'ben' }, 1)) {
    const audio = await layOut(plan, read);
    const results = await analyzeCall(pool, audio.channels);
    const heard = await rehearse(results, rehearsalConfig(true));
    played.set(plan.kind, { audio, heard, unheard: await rehearse(results, rehearsalConfig(false)) });
  }
}, 120_000);
afterAll(() => pool.close());

const of = (kind: CallKind) => played.get(kind)!;
const steering = ({ told }: Rehearsal, channel: number) =>
  told.flatMap(({ channel: own, body, atMs }): (AgentSteering & { atMs: number })[] =>
    body.kind === 'agent_steering' && own === channel ? [{ ...body.value, atMs }] : [],
  );
const angryLines = ({ lines }: CallAudio) =>
  lines.filter(({ role, tone }) => role === 'caller' && tone === 'angry');
const scoreOf = (kind: CallKind) => {
  const { audio, heard } = of(kind);
  return scoreCall(kind, audio.lines, audio.durationMs, heard);
};

describe('a scripted call of synthesized speech, calm to angry to calm, through the relay’s own path', () => {
  it('moves the caller’s mode from normal through escalating and calming back to normal, once each', () => {
    const { audio, heard } = of('flare');
    const modes = steering(heard, 0);
    expect(modes.map(({ mode }) => mode)).toEqual(['caller_escalating', 'mirror_calm', 'normal']);
    const angry = angryLines(audio);
    expect(modes[0]!.atMs).toBeGreaterThan(angry[0]!.startMs);
    expect(modes[0]!.atMs).toBeLessThan(angry[0]!.endMs);
    expect(modes[1]!.atMs).toBeGreaterThan(angry.at(-1)!.endMs);
  });

  it('gives one cue of an escalation, in the first angry turn, and reports when it is over', () => {
    const cues = steering(of('flare').heard, 0).filter(({ cue }) => cue !== undefined);
    expect(cues.map(({ cue }) => cue!.severity)).toEqual(['warning', 'info']);
    expect(cues[0]!.evidence.length).toBeGreaterThan(1);
  });

  it('raises the alert of a high escalation risk once, after the first angry turn', () => {
    const { audio, heard } = of('flare');
    const alerts = heard.told.filter(
      ({ body }) => body.kind === 'alert' && body.value.alertType === 'escalation_risk_high',
    );
    expect(alerts).toHaveLength(1);
    expect(alerts[0]!.atMs).toBeGreaterThan(angryLines(audio)[0]!.endMs);
  });

  it('causes nothing if everybody stays calm', () => {
    const { heard } = of('steady');
    expect(steering(heard, 0)).toEqual([]);
    expect(heard.told.filter(({ body }) => body.kind === 'alert')).toEqual([]);
  });

  it('never changes the caller’s state by an agent’s anger: it is byte for byte the same beside a calm agent', () => {
    const calm = of('steady').heard;
    const angry = of('angry_agent').heard;
    expect(callerTrace(angry)).toBe(callerTrace(calm));
    expect(callerTrace(calm).length).toBeGreaterThan(10_000);
    const voices = [calm, angry].map(({ state }) => (state as { channels: object[] }).channels);
    expect(JSON.stringify(voices[1]![0])).toBe(JSON.stringify(voices[0]![0]));
    expect(voices[1]![1]).not.toEqual(voices[0]![1]);
  });

  it('reports an overheated agent if policy allows it, and nothing about the agent otherwise', () => {
    const { heard, unheard } = of('angry_agent');
    expect(steering(heard, 1).map(({ mode }) => mode)).toEqual(['agent_overheated', 'normal']);
    expect(unheard.told.filter(({ channel }) => channel === 1)).toEqual([]);
    expect(callerTrace(unheard)).toBe(callerTrace(heard));
  });
});

describe('the score of a scripted call', () => {
  it('counts events at the right turns', () => {
    const { delayS = NaN, coolingS = NaN, ...flare } = scoreOf('flare');
    expect(flare).toMatchObject({ escalations: 1, falseEscalations: 0, cues: 1, falseCues: 0, alerts: 1 });
    expect(delayS).toBeGreaterThan(1);
    expect(delayS).toBeLessThan(4);
    expect(coolingS).toBeGreaterThan(0);
    expect(flare.calmMinutes).toBeLessThan(flare.minutes);
  });

  it('counts events at wrong turns as false', () => {
    const { heard } = of('flare');
    const { audio } = of('steady');
    const wrong = scoreCall('steady', audio.lines, audio.durationMs, heard);
    expect(wrong).toMatchObject({
      escalations: 0,
      falseEscalations: 1,
      cues: 0,
      falseCues: 1,
      falseAlerts: 1,
    });
  });

  it('can be summed up to figures over many calls', () => {
    const figures = figuresOf([scoreOf('flare'), scoreOf('steady'), scoreOf('angry_agent')]);
    expect(figures).toMatchObject({ calls: 3, flares: 1, detected: 1, once: 1, cuedOnce: 1, alertedOnce: 1 });
    expect(figures).toMatchObject({ falseEscalationsPerMinute: 0, agentsOverheated: 1, falseAlerts: 0 });
    expect(figuresOf([scoreOf('steady')]).detected).toBeNaN();
  });
});

describe('the script of a call', () => {
  it('is the same for the same seed, with callers and agents in turns', () => {
    const plan = (seed: number) => planCalls(CLIPS, { caller: 'ann', agent: 'ben' }, seed);
    expect(plan(3)).toEqual(plan(3));
    expect(plan(4)).not.toEqual(plan(3));
    const [flare] = plan(3);
    const total = CALL_SHAPE.before + CALL_SHAPE.heated + CALL_SHAPE.after;
    expect(flare!.lines).toHaveLength(2 * total);
    flare!.lines.forEach(({ role }, i) => expect(role).toBe(i % 2 === 0 ? 'caller' : 'agent'));
  });

  it('has the same caller lines at the same times beside a calm and an angry agent', () => {
    const lines = (kind: CallKind) => of(kind).audio.lines.filter(({ role }) => role === 'caller');
    expect(lines('angry_agent')).toEqual(lines('steady'));
    const bytes = (kind: CallKind) => Buffer.from(of(kind).audio.channels[0].buffer);
    expect(bytes('angry_agent').equals(bytes('steady'))).toBe(true);
  });

  it('keeps every line within the level range of a telephone', async () => {
    const quiet = (each: Clip) =>
      read(each).then((sound) => sound.map((x) => x * (each.label === 'calm' ? 0.01 : 1)));
    const [flare] = planCalls(CLIPS, { caller: 'ann', agent: 'ben' }, 1);
    const { lines, channels } = await layOut(flare!, quiet);
    const levels = lines
      .filter(({ role }) => role === 'caller')
      .map(({ startMs, endMs }) => {
        const sound = channels[0].subarray(startMs * 16, endMs * 16);
        return 10 * Math.log10(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
      });
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(CALL_AUDIO.dynamicsDb + 0.5);
  });

  it('is chosen by label from any index, with any line endings', () => {
    const csv =
      'path,corpus,speaker,label,intensity,seconds\r\na.flac,c,s1,neutral,normal,2.5\r\nb.flac,c,s1,angry,strong,2\r\n';
    const clips = readClipIndex(csv);
    expect(clips).toHaveLength(2);
    expect(clips[0]).toEqual({
      path: 'a.flac',
      corpus: 'c',
      speaker: 's1',
      label: 'neutral',
      intensity: 'normal',
      seconds: 2.5,
    });
    expect(clips.map(toneOf)).toEqual(['calm', 'angry']);
    expect(toneOf({ ...clips[1]!, intensity: 'normal' })).toBeUndefined();
    expect(speakersOf(clips)).toEqual(['s1']);
    expect(speakersOf(clips.slice(1))).toEqual([]);
  });

  it('refuses a speaker without sentences', () => {
    expect(() => planCalls(CLIPS, { caller: 'ann', agent: 'cy' }, 1)).toThrow(/no calm sentence/);
  });
});

describe('a cast', () => {
  it('is two people unknown to one model, with the same language if possible', () => {
    const fold = (speaker: string) => Number(speaker.at(-1));
    const corpus = (speaker: string) => speaker.slice(0, 2);
    const casts = castsOf(['de-a0', 'de-b1', 'en-a0', 'en-b0', 'en-c1'], corpus, fold, 0);
    expect(casts.map(({ cast: { caller, agent } }) => [caller, agent])).toEqual([
      ['de-a0', 'en-a0'],
      ['de-b1', 'en-c1'],
      ['en-a0', 'en-b0'],
      ['en-b0', 'en-a0'],
      ['en-c1', 'de-b1'],
    ]);
    expect(castsOf(['x0'], corpus, fold, 0)).toEqual([]);
  });
});

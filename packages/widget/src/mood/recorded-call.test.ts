import { readFile } from 'node:fs/promises';
import {
  emotionsOf,
  levelOf,
  moodsOfCue,
  toneOf,
  type AgentSteering,
  type Directive,
  type MoodKind,
  type Prosody,
} from '@undertone/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../test/scripted-session.js';
import { emotionView } from '../emotion/emotion-view.js';
import { escalationLevel } from '../escalation/escalation-view.js';
import { steadied } from '../panel/details-part.js';
import { announceCall } from '../panel/panel-announcements.js';
import { Announcer } from '../state/announcer.js';
import type { CallEvent } from '../state/call-event.js';
import { EMPTY_CALL, reduceCall, type CallState } from '../state/call-state.js';
import { compareVoice, mannersOf, NO_MANNER } from '../state/manner.js';
import { prosodyOf } from '../state/speaker-state.js';
import { prosodyRows } from '../prosody/prosody-view.js';
import { visibleCues } from '../state/cue-queue.js';
import { moodOf } from '../state/voices.js';
import { loadStrings, SHIPPED_LANGUAGES } from '../text/strings.js';
import { textsFor } from '../text/texts.js';
import { moodView } from './mood-view.js';

/** What the relay told about the caller of the demo's sample call: `node relay/lab/record-call.mjs FILE`. */
type Recorded =
  | { readonly atMs: number; readonly kind: 'directive'; readonly value: Directive }
  | { readonly atMs: number; readonly kind: 'agent_steering'; readonly value: AgentSteering };

const EMPTY_PROSODY: Prosody = { pitch: {}, energy: {}, rhythm: {}, voiceQuality: {} };
/** The word of the table that goes with each reason. */
const IN_TABLE = {
  louder: 'louder',
  faster: 'faster',
  higher: 'higher',
  quieter: 'quieter',
  slower: 'slower',
  lower: 'lower',
} as const;

let messages: readonly Recorded[];

beforeAll(async () => {
  const file = new URL('../../test/sample-call.json', import.meta.url);
  messages = JSON.parse(await readFile(file, 'utf8')) as Recorded[];
  for (const language of SHIPPED_LANGUAGES) await loadStrings(language);
});

const eventOf = (message: Recorded): CallEvent =>
  message.kind === 'directive'
    ? { kind: 'directive', directive: message.value }
    : { kind: 'steering', steering: message.value };

const liveCall = (): CallState =>
  [
    { kind: 'channels', channels: [{ id: 'caller', subject: 'customer' }] } as const,
    { kind: 'ready', ready: ready() } as const,
    { kind: 'state', state: { kind: 'live' } } as const,
  ].reduce((call, event) => reduceCall(call, event, 0), EMPTY_CALL);

/** Every instant of the recorded call: after each message, and between them when time alone passes. */
const instants = function* (): Generator<{ readonly call: CallState; readonly nowMs: number }> {
  let call = liveCall();
  for (const message of messages) {
    call = reduceCall(call, eventOf(message), message.atMs);
    yield { call, nowMs: message.atMs };
    call = reduceCall(call, { kind: 'time-passed' }, message.atMs + 240);
    yield { call, nowMs: message.atMs + 240 };
  }
};

describe('a recorded call', () => {
  it('has anger, and a mood that changes a few times only', () => {
    const kinds: MoodKind[] = [];
    for (const { call } of instants()) {
      const kind = moodOf(call.speakers[0]!).kind;
      if (kinds.at(-1) !== kind) kinds.push(kind);
    }
    expect(kinds).toContain('upset');
    expect(kinds.at(-1)).not.toBe('upset');
    expect(kinds.length).toBeLessThanOrEqual(8);
  });

  it('shows no two parts that disagree, at any instant', () => {
    const texts = textsFor('en');
    let seen = 0;
    for (const { call, nowMs } of instants()) {
      const speaker = call.speakers[0]!;
      const view = moodView(speaker, call, nowMs, texts);
      const { kind } = view;
      expect(view.tone).toBe(toneOf(kind));
      // The word and the bar of the escalation, and its number.
      expect(escalationLevel(view.heat)).toBe(levelOf(kind));
      // The name of the emotion, and the likeliest of the list below it.
      const directive = steadied(speaker);
      if (directive?.emotion !== undefined) {
        expect(emotionsOf(kind)).toContain(directive.emotion);
        const { rows, title, confidence } = emotionView(directive, [], 0, texts);
        const named = rows.find(({ name }) => name === title);
        expect(named?.probability).toBe(confidence);
        expect(rows.filter(({ top }) => top)).toEqual([named]);
      }
      for (const { moods } of visibleCues(call.cues, nowMs)) {
        expect(moods).toContain(kind);
        seen += 1;
      }
      // What the reason tells, and the table of the voice.
      const { manner = NO_MANNER } = speaker.voices.at(-1) ?? {};
      const voice = compareVoice(manner);
      const words = prosodyRows(prosodyOf(speaker) ?? EMPTY_PROSODY, voice, texts).map(({ word }) => word);
      for (const one of mannersOf(manner, kind)) expect(words).toContain(IN_TABLE[one]);
      if (kind === 'calming') expect(view.trend).not.toBe('rising');
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('shows the cue of the escalation when the caller is told to be tense or upset, not before', () => {
    const told = messages.find(
      ({ kind, value }) => kind === 'agent_steering' && moodsOfCue(value)?.includes('upset'),
    );
    expect(told).toBeDefined();
    for (const { call, nowMs } of instants()) {
      const isShown = visibleCues(call.cues, nowMs).some(({ moods }) => moods?.includes('upset'));
      if (isShown) {
        expect(['tense', 'upset']).toContain(moodOf(call.speakers[0]!).kind);
        return;
      }
    }
    expect.fail('the cue was never shown');
  });

  it.each(SHIPPED_LANGUAGES)(
    'is told in %s: every mood has its word, and its sentence for a screen reader comes with it',
    (language) => {
      const texts = textsFor(language);
      const announcer = new Announcer();
      for (const { call, nowMs } of instants()) {
        const view = moodView(call.speakers[0]!, call, nowMs, texts);
        expect(view.word).not.toBe('');
        if (view.kind === 'unheard') continue;
        expect(view.advice).not.toBe('');
        announceCall(announcer, call, nowMs, texts);
        const spoken = announcer.take(nowMs);
        if (spoken !== undefined && !view.isDim) expect(spoken).toContain(view.word);
      }
    },
  );

  it('is dimmed and dated when nothing is heard, results are late or the link is down, and sure again after', () => {
    const texts = textsFor('en');
    let call = liveCall();
    let nowMs = 0;
    for (const message of messages.slice(0, 60)) {
      nowMs = message.atMs;
      call = reduceCall(call, eventOf(message), nowMs);
    }
    const sureAtMs = call.speakers[0]?.voices.at(-1)?.sureAtMs ?? Number.NaN;
    const at = (event: CallEvent, laterMs: number) => {
      const now = sureAtMs + laterMs;
      const changed = reduceCall(call, event, now);
      const { isDim, age, kind } = moodView(changed.speakers[0]!, changed, now, texts);
      return { isDim, age, kind };
    };
    const { kind } = at({ kind: 'lag', lagMs: 0 }, 500);
    expect(at({ kind: 'lag', lagMs: 0 }, 500)).toEqual({ isDim: false, age: '', kind });
    expect(at({ kind: 'lag', lagMs: 0 }, 12_000)).toEqual({ isDim: true, age: '10 s ago', kind });
    expect(at({ kind: 'lag', lagMs: 0 }, 130_000)).toEqual({ isDim: true, age: '2 min ago', kind });
    expect(at({ kind: 'lag', lagMs: 6_000 }, 6_000)).toEqual({ isDim: true, age: '5 s ago', kind });
    const speaks: CallEvent = { kind: 'speaking', channel: 0, speaking: true };
    expect(at(speaks, 500)).toEqual({ isDim: false, age: '', kind });
    expect(at(speaks, 12_000)).toEqual({ isDim: true, age: '10 s ago · Listening…', kind });
    expect(at({ ...speaks, speaking: false }, 12_000)).toEqual({ isDim: true, age: '10 s ago', kind });
    expect(at({ kind: 'state', state: { kind: 'reconnecting' } }, 500).isDim).toBe(true);
    expect(at({ kind: 'sound-lost', channel: 0, code: 'track_ended' }, 500).isDim).toBe(true);
  });
});

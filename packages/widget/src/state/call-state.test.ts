import type { AgentSteering, Directive } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { directive, prosody, ready, steering } from '../../test/scripted-session.js';
import type { SessionStateLike } from '../session/session-like.js';
import { moodOf } from './voices.js';
import { isAbout, visibleCues } from './cue-queue.js';
import { channelsOf, voiceNumber } from './channels.js';
import type { CallEvent } from './call-event.js';
import { EMPTY_CALL, reduceCall } from './call-state.js';
import { silenceOf } from './lost-sound.js';
import { MAX_SOUNDS } from './sound-list.js';

const play = (events: readonly CallEvent[]) =>
  events.reduce((call, event) => reduceCall(call, event, 0), EMPTY_CALL);
const BOTH: CallEvent = {
  kind: 'channels',
  channels: [
    { id: 'a', subject: 'customer' },
    { id: 'b', subject: 'agent' },
  ],
};

describe('the state of a call', () => {
  it('shows an agent as not analyzed before and after the session is ready', () => {
    expect(play([BOTH]).speakers.map((s) => s.analyzed)).toEqual([true, false]);
    expect(play([BOTH, { kind: 'ready', ready: ready() }]).speakers.map((s) => s.analyzed)).toEqual([
      true,
      false,
    ]);
  });

  it('shows an agent as analyzed when the session’s policy allows it', () => {
    const event: CallEvent = {
      kind: 'ready',
      ready: ready({ policy: { agentAnalysis: true, retention: 'none' } }),
    };
    expect(play([BOTH, event]).speakers.map((s) => s.analyzed)).toEqual([true, true]);
  });

  it('takes from the relay who is on which channel, even after earlier events on it', () => {
    const channels = [{ subject: 'customer' as const }, { subject: 'agent' as const }];
    const call = play([
      { kind: 'prosody', prosody: prosody(100, 1) },
      { kind: 'speaking', channel: 1, speaking: true },
      { kind: 'directive', directive: directive({ channel: 1 }) },
      { kind: 'ready', ready: ready({ channels }) },
    ]);
    const facts = call.speakers.map((s) => [s.channel, s.subject, s.analyzed]);
    expect(facts.sort()).toEqual([
      [0, 'customer', true],
      [1, 'agent', false],
    ]);
  });

  it('adds no speaker for the page’s measurements before it is known who speaks', () => {
    expect(play([{ kind: 'prosody', prosody: prosody(100, 1) }]).speakers).toEqual([]);
  });

  it('keeps the tone of one channel out of the other', () => {
    const call = play([BOTH, { kind: 'directive', directive: directive({ channel: 0 }) }]);
    expect(call.speakers[0]?.directive?.emotion).toBe('angry');
    expect(call.speakers[1]?.directive).toBeUndefined();
  });

  it('treats a channel without a known subject as the customer', () => {
    const call = play([{ kind: 'directive', directive: directive({ channel: 3 }) }]);
    expect(call.speakers).toMatchObject([{ channel: 3, subject: 'customer' }]);
  });

  it('shows an unknown state as connecting', () => {
    expect(play([{ kind: 'state', state: { kind: 'hovering' } }]).connection).toBe('connecting');
  });

  it('shows the cue of an escalation beside a voice that is tense, and no advice twice', () => {
    const cue = steering({ mode: 'caller_escalating', channel: 0 });
    const { cues, speakers } = play([
      ...Array.from({ length: 20 }, (_, i): CallEvent => ({
        kind: 'directive',
        directive: directive({
          audioStartMs: i * 250,
          audioEndMs: (i + 1) * 250,
          signals: { escalation: 0.7 },
        }),
      })),
      { kind: 'steering', steering: cue },
    ]);
    expect(moodOf(speakers[0]!).kind).toBe('tense');
    expect(visibleCues(cues, 0)).toHaveLength(1);
    expect(cues.map((entry) => [isAbout(entry, 0, 'tense'), isAbout(entry, 1, 'tense')])).toEqual([
      [true, false],
    ]);
  });

  it('knows the name of a recognized voice, and forgets it when the voice is no longer verified', () => {
    const anna: CallEvent = {
      kind: 'identity',
      identity: {
        speakerId: 'caller',
        personId: 'spk_1',
        verified: true,
        evidenceSeconds: 5,
        label: 'Anna B.',
      },
    };
    expect(play([BOTH, anna]).people).toEqual([{ speakerId: 'caller', name: 'Anna B.', isAgent: false }]);
    const gone: CallEvent = {
      kind: 'identity',
      identity: { speakerId: 'caller', verified: false, evidenceSeconds: 0 },
    };
    expect(play([BOTH, anna, gone]).people).toEqual([]);
  });

  it('removes the emotions of a voice that turns out to be the agent’s', () => {
    const turn = { turnId: 't', speakerId: 'room_s2', channel: 0, startMs: 0, endMs: 900 };
    const call = play([
      { kind: 'directive', directive: directive({ speakerId: 'room_s2' }) },
      { kind: 'turn', turn },
      {
        kind: 'identity',
        identity: { speakerId: 'room_s2', verified: true, evidenceSeconds: 9, subject: 'agent' },
      },
    ]);
    expect(call.turns).toMatchObject([{ turnId: 't', emotion: undefined }]);
    expect(call.speakers).toMatchObject([{ directive: undefined, history: [] }]);
    expect(call.people).toMatchObject([{ isAgent: true }]);
  });

  describe('steering mode', () => {
    const told = (change: Partial<AgentSteering>): CallEvent => ({
      kind: 'steering',
      steering: steering(change),
    });
    const modes = (events: readonly CallEvent[]) =>
      play(events).speakers.map((speaker) => moodOf(speaker).mode);

    it('belongs to the voice on its channel: the agent’s mode is never shown as the caller’s', () => {
      const overheated = told({ channel: 1, speakerId: 'b', mode: 'agent_overheated', cueId: 'cue_a' });
      expect(modes([BOTH, overheated])).toEqual(['normal', 'agent_overheated']);
      const upset = told({ channel: 0, speakerId: 'a' });
      const calm = told({ channel: 1, speakerId: 'b', mode: 'normal', cueId: 'cue_b', cue: undefined });
      expect(modes([BOTH, upset, overheated, calm])).toEqual(['caller_escalating', 'normal']);
      expect(play([BOTH, upset, overheated, calm]).cues.map(({ cueId }) => cueId)).toEqual(['cue_1']);
    });

    it('belongs to the customer when the relay names no channel, except for a mode that only agents have', () => {
      expect(modes([BOTH, told({})])).toEqual(['caller_escalating', 'normal']);
      expect(modes([BOTH, told({ mode: 'agent_overheated' })])).toEqual(['normal', 'normal']);
    });

    it('of the agent’s voice is not shown as the caller’s when both share a channel', () => {
      const desk: CallEvent = { kind: 'channels', channels: [{ id: 'room', subject: 'customer' }] };
      const agent: CallEvent = {
        kind: 'identity',
        identity: { speakerId: 'room_s2', verified: true, evidenceSeconds: 9, subject: 'agent' },
      };
      const ofAgent = told({ channel: 0, speakerId: 'room_s2' });
      const ofCaller = told({ channel: 0, speakerId: 'room_s1' });
      expect(modes([desk, agent, ofAgent])).toEqual(['normal']);
      // A mode that came before the voice was known as the agent's goes too; the caller's mode stays.
      expect(modes([desk, ofAgent, agent])).toEqual(['normal']);
      expect(modes([desk, ofCaller, agent])).toEqual(['caller_escalating']);
    });
  });

  it('takes from the relay which channels several people share, and not from the page’s channel ids', () => {
    const mixed = { id: 'room', subject: 'customer' as const, mixed: true };
    const own = { id: 'desk_s2', subject: 'agent' as const };
    const events: CallEvent[] = [{ kind: 'channels', channels: [mixed, own] }];
    const before = channelsOf(play(events).speakers);
    expect(voiceNumber(before, 'room_s1', 0)).toBeUndefined();
    events.push({ kind: 'ready', ready: ready({ channels: [mixed, own] }) });
    const channels = channelsOf(play(events).speakers);
    expect([...channels.subjects.values()]).toEqual(['customer', 'agent']);
    expect(
      ['room_s1', 'room_s12', 'room', 'room_s', 'room_sx', undefined].map((id) =>
        voiceNumber(channels, id, 0),
      ),
    ).toEqual([1, 12, undefined, undefined, undefined, undefined]);
    expect(voiceNumber(channels, 'desk_s2', 1)).toBeUndefined();
  });

  it('forgets the name of an agent who withdrew, and still knows that the voice is the agent’s', () => {
    const told = (verified: boolean): CallEvent => ({
      kind: 'identity',
      identity: {
        speakerId: 'room_s2',
        subject: 'agent',
        verified,
        evidenceSeconds: 9,
        ...(verified && { personId: 'spk_1', label: 'Ada' }),
      },
    });
    expect(play([told(true)]).people).toEqual([{ speakerId: 'room_s2', name: 'Ada', isAgent: true }]);
    expect(play([told(true), told(false)]).people).toEqual([
      { speakerId: 'room_s2', name: undefined, isAgent: true },
    ]);
  });

  it('adds the last minute of a snapshot to the history, once', () => {
    const tone = (audioEndMs: number, valence: number) =>
      directive({ audioEndMs, valence, emotionProbabilities: {}, signals: {}, prosody: undefined });
    const snapshot = (directives: readonly Directive[]): CallEvent => ({
      kind: 'snapshot',
      snapshot: {
        sessionId: 's',
        directives: [...directives],
        modes: ['normal'],
        openTurns: [],
        paused: false,
        channels: [{ id: 'caller', subject: 'customer' }],
        policy: { agentAnalysis: false, retention: 'none' },
        turns: [],
        alerts: [],
        toneShifts: [],
        identities: [],
        utterances: [],
      },
    });
    const first = [tone(1_000, 0.1), tone(2_000, 0.2), directive({ audioEndMs: 2_500, valence: 0.3 })];
    const [speaker] = play([snapshot(first)]).speakers;
    expect(speaker?.history.map(({ timeMs }) => timeMs)).toEqual([1_000, 2_000, 2_500]);
    expect(speaker?.directive?.prosody).toBeDefined();
    // After a lost link, points that the history already has in finer steps are not added again.
    const live: CallEvent = { kind: 'directive', directive: directive({ audioEndMs: 2_750 }) };
    const again = play([snapshot(first), live, snapshot([...first, tone(3_500, 0), tone(4_500, 0)])]);
    expect(again.speakers[0]?.history.map(({ timeMs }) => timeMs)).toEqual([
      1_000, 2_000, 2_500, 2_750, 3_500, 4_500,
    ]);
  });

  it('keeps a limited number of sounds, apart from emotions, and joins the parts of one sound', () => {
    const sound = (startMs: number, endMs: number): CallEvent => ({
      kind: 'sound',
      event: { speakerId: 's', channel: 0, event: 'laugh', startMs, endMs, probability: 0.9 },
    });
    const call = play([BOTH, sound(0, 4_000), sound(4_000, 5_000), sound(9_000, 9_500)]);
    expect(call.sounds.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 5_000],
      [9_000, 9_500],
    ]);
    expect(call.speakers[0]).toMatchObject({ directive: undefined, history: [] });
    const many = Array.from({ length: 60 }, (_, n) => sound(n * 10_000, n * 10_000 + 500));
    expect(play(many).sounds).toHaveLength(MAX_SOUNDS);
  });

  describe('a channel without sound', () => {
    const lost: CallEvent = { kind: 'sound-lost', channel: 0, code: 'microphone_denied' };
    const heard: CallEvent = { kind: 'directive', directive: directive() };
    const silence = (events: readonly CallEvent[]) => {
      const call = play(events);
      return silenceOf(call.lost, call.speakers);
    };

    it('has no current emotion, even when results arrive late, and keeps its history', () => {
      for (const events of [
        [BOTH, heard, lost],
        [BOTH, lost, heard],
      ]) {
        const [speaker] = play(events).speakers;
        expect(speaker).toMatchObject({ directive: undefined, speaking: false });
        expect(speaker?.history).toHaveLength(1);
      }
      expect(play([BOTH, lost, { kind: 'prosody', prosody: prosody(100, 1) }]).speakers[0]?.trace).toEqual(
        [],
      );
      expect(
        play([BOTH, lost, { kind: 'sound-back', channel: 0 }, heard]).speakers[0]?.directive,
      ).toBeDefined();
    });

    it('silences the whole call when nobody else may be analyzed, and gives the newest reason', () => {
      const ended: CallEvent = { ...lost, code: 'track_ended' };
      expect(silence([BOTH, ended, lost])).toEqual({ code: 'microphone_denied', isWhole: true });
      const policy = { agentAnalysis: true, retention: 'none' };
      const channels = [{ subject: 'customer' as const }, { subject: 'agent' as const }];
      const allowed: CallEvent = { kind: 'ready', ready: ready({ channels, policy }) };
      expect(silence([BOTH, allowed, lost])).toEqual({ code: 'microphone_denied', isWhole: false });
      expect(silence([BOTH, lost, { kind: 'sound-back', channel: 0 }])).toBeUndefined();
    });

    it('is not reported when its voice is not analyzed, and all channels are silent when the page has no audio', () => {
      expect(silence([BOTH, { ...lost, channel: 1 }])).toBeUndefined();
      const all: CallEvent = { kind: 'sound-lost', channel: undefined, code: 'context_suspended' };
      expect(silence([BOTH, all])).toEqual({ code: 'context_suspended', isWhole: true });
      expect(silence([BOTH, all, { kind: 'sound-back', channel: undefined }])).toBeUndefined();
    });
  });

  it('adds missed points from a snapshot, even when the page measured later audio', () => {
    const missed = directive({ audioEndMs: 2_000 });
    const measured: CallEvent = { kind: 'prosody', prosody: prosody(6_000, 1) };
    const before: CallEvent = { kind: 'directive', directive: directive() };
    const snapshot: CallEvent = {
      kind: 'snapshot',
      snapshot: {
        sessionId: 's',
        directives: [missed],
        modes: [],
        openTurns: [],
        paused: false,
        channels: [],
        turns: [],
        alerts: [],
        toneShifts: [],
        identities: [],
        utterances: [],
      },
    };
    const [speaker] = play([BOTH, before, measured, snapshot]).speakers;
    expect(speaker?.history.map(({ timeMs }) => timeMs)).toEqual([1_000, 2_000]);
  });

  it('counts the people who watch', () => {
    expect(play([{ kind: 'presence', observers: 2 }]).observers).toBe(2);
  });

  it('removes all notices when the call ends, and the idle notice in a pause', () => {
    const told = (code: string): CallEvent => ({
      kind: 'warning',
      warning: { code, message: '', detail: {} },
    });
    const left = (kind: string) =>
      play([told('idle'), told('wallet_low'), { kind: 'state', state: { kind } }]).warnings.map(
        ({ warning }) => warning.code,
      );
    expect(left('paused')).toEqual(['wallet_low']);
    expect(left('reconnecting')).toEqual(['wallet_low', 'idle']);
    expect(left('ended')).toEqual([]);
    expect(left('failed')).toEqual([]);
  });

  it('knows why the relay ended the analysis, and that page, switchboard or server ended the call', () => {
    const code = (reason: string) => play([{ kind: 'state', state: { kind: 'ended', reason } }]).code;
    expect(code('insufficient_credits')).toBe('insufficient_credits');
    const ends = [
      'ended_by_client',
      'disposed',
      'normal',
      'stop',
      'the session was ended over another route',
    ];
    expect(ends.map(code)).toEqual(ends.map(() => undefined));
  });

  it('removes cues when the call ends, because nobody could receive an answer', () => {
    const cue: CallEvent = { kind: 'steering', steering: steering() };
    const after = (kind: string) => play([cue, { kind: 'state', state: { kind } }]).cues.length;
    expect(['live', 'paused', 'reconnecting', 'ending', 'ended', 'failed'].map(after)).toEqual([
      1, 1, 1, 1, 0, 0,
    ]);
  });

  it('knows of a pause even while the link is down', () => {
    const held = (state: SessionStateLike) => play([{ kind: 'state', state }]).isHeld;
    expect(held({ kind: 'paused', pauseReason: 'payment_data' })).toBe(true);
    expect(held({ kind: 'reconnecting', pauseReason: 'payment_data' })).toBe(true);
    expect(held({ kind: 'reconnecting', pauseReason: null })).toBe(false);
    expect(held({ kind: 'live' })).toBe(false);
  });

  it('removes cues and warnings when their time is over', () => {
    let call = reduceCall(EMPTY_CALL, { kind: 'steering', steering: steering() }, 0);
    call = reduceCall(call, { kind: 'warning', warning: { code: 'audio_gap', message: '', detail: {} } }, 0);
    expect(reduceCall(call, { kind: 'time-passed' }, 19_000)).toBe(call);
    expect(reduceCall(call, { kind: 'time-passed' }, 60_000)).toMatchObject({ cues: [], warnings: [] });
  });
});

import type { ServerBody, Snapshot } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../common/logger.js';
import { CredentialError } from '../common/undertone-error.js';
import type { StateChange } from '../session/session-state.js';
import { ScriptedRelay } from '../testing/scripted-relay.js';
import { VirtualScheduler } from '../testing/virtual-scheduler.js';
import type { Reach } from '../transport/reach.js';
import { reconnectPolicy } from '../transport/reconnect-policy.js';
import type { TokenContext } from '../transport/transport-types.js';
import { checkObserveOptions, MAX_OBSERVED, type ObserveOptions } from './observe-options.js';
import type { ObservedSession } from './observed-session.js';
import { ObserverLink } from './observer-link.js';
import { SessionObserver } from './session-observer.js';

/** @param answers how the page answers the first requests for a token; later ones get one */
const start = (
  options: Pick<ObserveOptions, 'kinds' | 'maxRateHz'> = {},
  answers: Promise<string>[] = [],
  reach: Reach = { kind: 'relay' },
) => {
  const scheduler = new VirtualScheduler();
  const relay = new ScriptedRelay();
  const tokens: TokenContext[] = [];
  const observer = new SessionObserver(options, {
    scheduler,
    createLink: (self) =>
      new ObserverLink({
        scheduler,
        url: 'wss://relay.example/v1/stream/realtime',
        openSocket: relay.openSocket,
        policy: reconnectPolicy(() => 0, { giveUpAfterMs: 60_000 }),
        logger: silentLogger,
        probe: () => Promise.resolve(reach),
        getToken: (context) => {
          tokens.push(context);
          return answers[tokens.length - 1] ?? Promise.resolve(`token${tokens.length}`);
        },
        onOpen: () => self.opened(),
        onMessage: (message) => self.received(message),
        onAway: (attempt, delayMs, reason) => self.away(attempt, delayMs, reason),
        onOver: (error, reason) => self.ended(error, reason),
      }),
  });
  return { scheduler, relay, tokens, observer };
};

const snapshot = (over: Partial<Snapshot> = {}): Extract<ServerBody, { kind: 'snapshot' }> => ({
  kind: 'snapshot',
  value: {
    sessionId: 'ses_1',
    directives: [],
    modes: ['normal'],
    openTurns: [],
    paused: false,
    state: 'live',
    channels: [{ id: 'caller', subject: 'customer' }],
    turns: [],
    alerts: [],
    toneShifts: [],
    identities: [],
    utterances: [],
    observers: 1,
    ...over,
  },
});
const turnStart = (turnId: string): ServerBody => ({
  kind: 'turn.start',
  value: { turnId, speakerId: 'caller', channel: 0, startMs: 0 },
});
const failure = (code: string, over: object = {}): ServerBody => ({
  kind: 'error',
  value: { code, message: code, fatal: false, retryable: false, ...over },
});

/** Collects what a session reports from now on, in order. */
const listen = (session: ObservedSession): string[] => {
  const heard: string[] = [];
  session.on('snapshot', () => heard.push('snapshot'));
  session.on('turn', ({ turnId }) => heard.push(turnId));
  session.on('state', ({ to, code }: StateChange) => heard.push(`${to.kind}: ${code}`));
  session.on('error', ({ code }) => heard.push(`error ${code}`));
  session.on('ended', ({ reason }) => heard.push(`ended ${reason}`));
  return heard;
};

describe('An observer', () => {
  it('asks for its own token, subscribes, and passes on the messages of each session', async () => {
    const { scheduler, relay, observer, tokens } = start({ kinds: ['turn.start'], maxRateHz: 2 });
    const one = observer.watch('ses_1');
    const two = observer.watch('ses_2');
    const [first, second] = [listen(one), listen(two)];
    expect(observer.watch('ses_1')).toBe(one);
    await scheduler.advance(0);
    expect(tokens).toEqual([{ attempt: 0, reason: 'connect' }]);
    expect(relay.last.protocols).toEqual(['undertone.v1.proto', 'undertone.auth.token1']);
    relay.last.accept();
    expect(relay.last.bodies('observe.subscribe')).toEqual([
      { sessionIds: ['ses_1'], kinds: ['turn.start'], maxRateHz: 2 },
      { sessionIds: ['ses_2'], kinds: ['turn.start'], maxRateHz: 2 },
    ]);
    relay.last.tell('ses_1', 4, snapshot());
    relay.last.tell('ses_2', 0, snapshot({ sessionId: 'ses_2', paused: true }));
    relay.last.tell('ses_1', 5, turnStart('turn_1'));
    expect(first).toEqual(['snapshot', 'live: snapshot', 'turn_1']);
    expect(second).toEqual(['snapshot', 'paused: paused']);
    expect(one.channels).toEqual([{ id: 'caller', subject: 'customer' }]);
    expect(one.state.kind).toBe('live');
  });

  it('continues after the last message it saw when the connection breaks', async () => {
    const { scheduler, relay, observer, tokens } = start();
    const session = observer.watch('ses_1');
    const heard = listen(session);
    await scheduler.advance(0);
    relay.last.accept();
    relay.last.tell('ses_1', 7, snapshot());
    relay.last.tell('ses_1', 8, turnStart('turn_1'));
    relay.last.drop();
    expect(session.state.kind).toBe('reconnecting');
    await scheduler.advance(0);
    expect(tokens.at(-1)).toMatchObject({ reason: 'resume' });
    relay.last.accept();
    expect(relay.last.bodies('observe.subscribe')[0]).toMatchObject({ fromSeq: 9 });
    relay.last.tell('ses_1', 8, {
      kind: 'resumed',
      value: { generation: 1, fromSeq: 9, replayed: 1, lost: [] },
    });
    relay.last.tell('ses_1', 9, turnStart('turn_2'));
    expect(heard).toEqual([
      'snapshot',
      'live: snapshot',
      'turn_1',
      'reconnecting: link_lost',
      'live: resumed',
      'turn_2',
    ]);
  });

  it('reports that the watched page left, came back and ended the session', async () => {
    const { scheduler, relay, observer } = start();
    const session = observer.watch('ses_1');
    const heard = listen(session);
    await scheduler.advance(0);
    relay.last.accept();
    relay.last.tell('ses_1', 0, snapshot());
    relay.last.tell('ses_1', 0, snapshot({ state: 'detached' }));
    relay.last.tell('ses_1', 0, snapshot());
    relay.last.tell('ses_1', 1, {
      kind: 'session_end',
      value: {
        reason: 'normal',
        durationS: 1,
        utteranceCount: 0,
        transcript: { turns: [] },
        emotionTrajectory: [],
        summary: {},
        usage: { receivedMs: 1_000, processedMs: 1_000 },
      },
    });
    expect(heard.filter((what) => what !== 'snapshot')).toEqual([
      'live: snapshot',
      'reconnecting: client_away',
      'live: snapshot',
      'ended: normal',
      'ended normal',
    ]);
    // Nothing is left to watch: the connection closes, and the next session opens another one.
    expect(relay.last.clientClose?.code).toBe(1000);
    observer.watch('ses_2');
    await scheduler.advance(0);
    expect(relay.sockets).toHaveLength(2);
  });

  it('fails a session that is not live, and one that another relay holds, and names that relay', async () => {
    const { scheduler, relay, observer } = start();
    const [gone, away] = [observer.watch('ses_gone'), observer.watch('ses_away')];
    await scheduler.advance(0);
    relay.last.accept();
    relay.last.tell('ses_gone', undefined, failure('session_not_found'));
    relay.last.tell(
      'ses_away',
      undefined,
      failure('session_elsewhere', { retryable: true, relay: 'wss://two.example' }),
    );
    expect(gone.state).toMatchObject({ kind: 'failed', error: { code: 'session_not_found' } });
    expect(away.state).toMatchObject({
      kind: 'failed',
      error: { code: 'session_elsewhere', details: { relay: 'wss://two.example' } },
    });
  });

  it('asks again when the relay allows it', async () => {
    const { scheduler, relay, observer } = start();
    const session = observer.watch('ses_1');
    const heard = listen(session);
    await scheduler.advance(0);
    relay.last.accept();
    const full = failure('concurrency_exceeded', { retryable: true, retryAfterMs: 5_000 });
    relay.last.tell('ses_1', undefined, full);
    await scheduler.advance(4_900);
    expect(relay.last.bodies('observe.subscribe')).toHaveLength(1);
    await scheduler.advance(200);
    expect(relay.last.bodies('observe.subscribe')).toHaveLength(2);
    expect(heard).toEqual(['error concurrency_exceeded']);
  });

  it('gives up after a refused credential, and on a relay that does not come back', async () => {
    const refused = start();
    const one = refused.observer.watch('ses_1');
    await refused.scheduler.advance(0);
    for (let i = 0; i < 2; i += 1) {
      refused.relay.last.accept();
      refused.relay.last.drop(4401, 'unauthorized');
      await refused.scheduler.advance(1_000);
    }
    expect(refused.tokens.at(-1)?.reason).toBe('unauthorized');
    expect(one.state).toMatchObject({ kind: 'failed', error: { code: 'unauthorized' } });
    const dead = start();
    const two = dead.observer.watch('ses_1');
    await dead.scheduler.advance(0);
    dead.relay.last.accept();
    dead.relay.last.tell('ses_1', 1, snapshot());
    for (let i = 0; i < 20; i += 1) {
      if (two.state.kind !== 'failed') dead.relay.last.accept();
      if (two.state.kind !== 'failed') dead.relay.last.drop();
      await dead.scheduler.advance(8_000);
    }
    expect(two.state).toMatchObject({ kind: 'failed', error: { code: 'gave_up' } });
    expect(() => dead.observer.watch('ses_2')).toThrow('disposed');
  });

  it.each([
    [{ kind: 'other', status: 404 } as const, 'not_a_relay'],
    [{ kind: 'nothing' } as const, 'relay_unreachable'],
  ])('gives up after a few tries, with one token, where %j answers', async (reach, code) => {
    const lost = start({}, [], reach);
    const call = lost.observer.watch('ses_1');
    await lost.scheduler.advance(0);
    lost.relay.last.drop();
    await lost.scheduler.advance(30_000);
    expect(call.state).toMatchObject({ kind: 'failed', error: { code } });
    expect(lost.tokens).toHaveLength(1);
  });

  it('asks again for a token that does not come within 15 s or fails for a while, and gives up on a refusal', async () => {
    const forNow = new CredentialError('token_unavailable', 'try again', { retryable: true });
    const slow = start({}, [new Promise<string>(() => undefined), Promise.reject(forNow)]);
    const one = slow.observer.watch('ses_1');
    await slow.scheduler.advance(14_900);
    expect(slow.tokens).toHaveLength(1);
    await slow.scheduler.advance(5_000);
    expect(slow.tokens).toHaveLength(3);
    expect(slow.relay.last.protocols).toContain('undertone.auth.token3');
    expect(one.state.kind).not.toBe('failed');
    const never = start({}, [Promise.reject(new CredentialError('unauthorized', 'signed out'))]);
    const two = never.observer.watch('ses_1');
    await never.scheduler.advance(0);
    expect(two.state).toMatchObject({ kind: 'failed', error: { code: 'unauthorized' } });
  });

  it('stops one session, then all of them, and releases everything', async () => {
    const { scheduler, relay, observer } = start();
    const [one, two] = [observer.watch('ses_1'), observer.watch('ses_2')];
    await scheduler.advance(0);
    relay.last.accept();
    relay.last.tell('ses_1', 0, snapshot());
    one.stop();
    expect(one.state).toMatchObject({ kind: 'ended', reason: 'stopped' });
    expect(relay.last.bodies('observe.unsubscribe')).toEqual([{ sessionIds: ['ses_1'] }]);
    observer.dispose();
    observer.dispose();
    expect(two.state).toMatchObject({ kind: 'ended', reason: 'disposed' });
    expect(relay.last.clientClose?.code).toBe(1000);
    expect(scheduler.pending).toBe(0);
  });

  it('refuses invalid options and sessions', () => {
    const { observer } = start();
    expect(() => observer.watch('')).toThrow('sessionId');
    for (let i = 0; i < MAX_OBSERVED; i += 1) observer.watch(`ses_${i}`);
    expect(() => observer.watch('ses_more')).toThrow(String(MAX_OBSERVED));
    expect(() => checkObserveOptions({})).toThrow('getToken');
    expect(() => checkObserveOptions({ getToken: () => Promise.resolve(''), maxRateHz: 0 })).toThrow(
      'maxRateHz',
    );
  });
});

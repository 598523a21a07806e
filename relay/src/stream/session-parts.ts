import { SessionFault } from '../domain/live/session-fault.js';
import { AudioInput } from './audio/audio-input.js';
import type { LiveSession } from './live-session.js';
import type { LiveSessionOrigin } from './live-session-origin.js';
import { SessionFeed } from './observing/session-feed.js';
import { Outbox } from './outgoing/outbox.js';

/** What the observers of the session receive. */
export const feedFor = (session: LiveSession, { epoch, restored }: LiveSessionOrigin): SessionFeed =>
  new SessionFeed({
    epoch,
    now: () => session.now,
    announce: (body) => {
      if (!session.isOver) session.outbox.post(body);
    },
    ...(restored?.saved.newest !== undefined && { newest: restored.saved.newest }),
  });

/** What the client of the session receives. @param seq of the last message that a checkpoint knows */
export const outboxFor = (session: LiveSession, seq: number): Outbox =>
  new Outbox({
    seq,
    said: (body) => {
      session.directiveTurns.take(body);
      session.feed.publish(body);
    },
    now: () => session.now,
    metrics: session.deps.metrics,
    envelope: () => ({
      ack: session.continuity.clientSeq,
      generation: session.continuity.generation,
      audioPos: session.audio.analyzedPosition,
    }),
    tooSlow: () =>
      session.fail(new SessionFault('client_too_slow', 'the client does not read what it is sent')),
  });

/** The session's audio. @param restored where it continues after another process */
export const audioFor = (session: LiveSession, restored: LiveSessionOrigin['restored']): AudioInput =>
  new AudioInput({
    channels: session.config.channels,
    startSamples: restored?.startSamples ?? [],
    ...(restored !== undefined && { countedSamples: restored.saved.analysed }),
    extraAheadMs: restored?.aheadMs ?? 0,
    now: () => session.now,
    told: session.told,
    metrics: session.deps.metrics,
    charge: (channel, startSample, count) => session.payments?.receive(channel, startSample, count),
    warn: (code, message, detail) => session.warn(code, message, detail),
  });

import type { Snapshot } from '@undertone/protocol';
import { wireChannels } from '../../domain/live/session-config.js';
import type { LiveSession } from '../live-session.js';

/** The most turns that a new observer gets. */
const MOST_TURNS = 50;

/**
 * Everything that a new observer needs to show a session as it is now, without billing data. It is read in
 * one step, between two messages. So it holds everything up to {@link SessionFeed.position} and nothing after
 * it.
 */
export const sessionSnapshot = (session: LiveSession): Snapshot => {
  const { config, call, deps, feed, auth, state } = session;
  const { newest } = feed;
  const { id, version, labels, calibration } = deps.inference.model();
  return {
    ...call.latest(),
    directives: call.recentDirectives(),
    paused: 'pause' in state,
    state: state.kind,
    channels: wireChannels(config),
    turns: call.endedTurns(MOST_TURNS),
    ...(newest.prediction !== undefined && { prediction: newest.prediction }),
    ...(newest.kpis !== undefined && { kpis: newest.kpis }),
    alerts: [...newest.alerts],
    toneShifts: [...newest.toneShifts],
    identities: [...newest.identities],
    utterances: [...(newest.utterances ?? [])],
    observers: feed.count,
    vertical: config.vertical,
    audioMs: Math.round(session.audioMs),
    model: { id, version, labels: [...labels], calibration },
    policy: { agentAnalysis: auth.agentAnalysis, retention: auth.policy.retention },
  };
};

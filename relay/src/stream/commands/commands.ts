import {
  CLOSE,
  type ClientBody,
  type EnrollAgent,
  type Ping,
  type SessionEnd,
  type SteeringFeedback,
  type TurnForceEnd,
} from '@undertone/protocol';
import { invalidField, SessionFault } from '../../domain/live/session-fault.js';
import { pauseAnalysis, resumeAnalysis } from './analysis-pause.js';
import { readEdgeProsody, readTranscript, readVoiceActivity, warnOfSource } from './annotations.js';
import { refreshAuth } from './auth-refresh.js';
import { readCorrection } from './correction.js';
import { requireAudioAllowed } from '../features/privacy.js';
import { endSession } from '../lifetime/ending.js';
import { flush } from '../results/flush.js';
import type { LiveSession } from '../live-session.js';
import { updateSession } from './session-update.js';
import { isOutcome } from '../conversation/told-outcome.js';
import { defined } from '../../domain/defined.js';

type Command = Exclude<ClientBody, { kind: 'audio' | 'features' }>;

/**
 * Handles every client message except audio and features. A request that cannot be met gets an error, and the session
 * continues. Only wrong audio or a second hello ends it.
 */
export const handleBody = (session: LiveSession, body: Command, seq: number): void => {
  if (body.kind === 'session.hello') {
    throw new SessionFault('protocol_error', 'the session is open; session.update changes it', {
      param: 'type',
    });
  }
  if (body.kind === 'audio.gap') {
    session.checkpointNeed.progressed();
    session.audio.gap(body.value);
    return;
  }
  try {
    obey(session, body, seq);
  } catch (error) {
    if (!(error instanceof SessionFault) || error.retryable) throw error;
    session.complain(error, seq);
  }
};

type Request = Exclude<Command, { kind: 'session.hello' | 'audio.gap' }>;

const obey = (session: LiveSession, body: Request, seq: number): void => {
  switch (body.kind) {
    case 'audio.source':
      warnOfSource(session, body.value);
      return;
    case 'prosody.frames':
      readEdgeProsody(session, body.value);
      return;
    case 'vad':
      readVoiceActivity(session, body.value);
      return;
    case 'transcript':
      readTranscript(session, body.value);
      return;
    case 'session.update':
      updateSession(session, body.value);
      return;
    case 'pause':
      pauseAnalysis(session, body.value.reason);
      return;
    case 'resume':
      resumeAnalysis(session);
      return;
    case 'turn.force_end':
      forceEndTurn(session, body.value);
      return;
    case 'flush':
      flush(session);
      return;
    case 'ping':
      answerPing(session, body.value);
      return;
    case 'steering.feedback':
      takeFeedback(session, body.value);
      return;
    case 'correction':
      readCorrection(session, body.value, seq);
      return;
    case 'auth.refresh':
      refreshAuth(session, body.value.token, seq);
      return;
    case 'session.end':
      endForClient(session, body.value);
      return;
    case 'enroll_agent':
      enrollAgent(session, body.value, seq);
      return;
    case 'observe.subscribe':
    case 'observe.unsubscribe':
      throw new SessionFault('forbidden', 'a session that sends audio does not observe others', {
        param: 'type',
      });
  }
};

const forceEndTurn = (session: LiveSession, { channel }: TurnForceEnd): void => {
  if (channel !== undefined) session.ingest.lane(channel, 'channel');
  session.say(session.call.forceEndTurn(channel));
};

const answerPing = ({ deps, outbox }: LiveSession, { tUs }: Ping): void => {
  const serverTUs = Math.round(deps.clock.wallMs() * 1_000);
  outbox.post({ kind: 'pong', value: { serverTUs, ...defined({ tUs }) } });
};

const takeFeedback = (session: LiveSession, { cueId, action, afterMs }: SteeringFeedback): void => {
  if (action === 'unspecified')
    throw invalidField('action', 'shown, accepted, dismissed, snoozed or not_useful');
  session.turnRecorder?.noteCueAction({ cueId, action, afterMs: afterMs ?? null });
  session.call.feedback(cueId, action);
};

const endForClient = (session: LiveSession, { reason, outcome }: SessionEnd): void => {
  if (!isOutcome(outcome)) throw invalidField('outcome.csat', 'a number from 1 to 5');
  endSession(session, {
    code: 'client_ended',
    reason: reason === undefined || reason === '' ? CLOSE.normal.name : reason.slice(0, 64),
    ...defined({ outcome }),
  });
};

const enrollAgent = (session: LiveSession, agent: EnrollAgent, seq: number): void => {
  requireAudioAllowed(session, 'type');
  if (session.voices === undefined) {
    throw new SessionFault('policy_blocked', 'this relay recognizes nobody', { param: 'type' });
  }
  session.voices.enrollAgent(agent, (fault) => session.complain(fault, seq));
};

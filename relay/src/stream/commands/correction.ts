import { LABELS, type Correction, type Corrected } from '@undertone/protocol';
import { Fault } from '../../domain/fault.js';
import { invalidField, SessionFault } from '../../domain/live/session-fault.js';
import { name, within } from '../../domain/live/session-options.js';
import type { TurnCorrection } from '../../domain/live/stream-store.js';
import { MAX_CORRECTIONS } from './corrections.js';
import type { LiveSession } from '../live-session.js';
import { defined } from '../../domain/defined.js';

const DIMENSION = { min: -1, max: 1 };
const ID_CHARS = 128;

const unknown = (param: string): SessionFault =>
  new SessionFault('not_found', 'the session has no such turn, or the directive is too old: name its turn', {
    param,
  });

/**
 * A person's correction of how a turn sounded. It changes the conversation as `POST /v1/feedback/corrections`
 * does. `corrected` confirms it once it is stored. A repeated correction is confirmed again and changes
 * nothing.
 * @throws SessionFault `validation_error`, `not_found`, or `conflict` when there are too many
 */
export const readCorrection = (session: LiveSession, message: Correction, seq: number): void => {
  const { turnId, param, correction } = read(session, message);
  if (session.corrections.isNewest(correction)) {
    confirm(session, turnId, correction);
    return;
  }
  if (session.corrections.isFull) {
    throw new SessionFault('conflict', `a session takes at most ${MAX_CORRECTIONS} corrections`, { param });
  }
  const known = session.call.holds(turnId);
  const { turnRecorder } = session;
  if (turnRecorder === undefined || session.directiveTurns.isOpen(turnId)) {
    // The utterance of an open turn is stored and corrected when the turn ends.
    if (!known) throw unknown(param);
    keep(session, turnId, correction);
    // Until then it is nowhere else, and its client believes it stored.
    session.host.checkpointSoon(session);
    return;
  }
  session.corrections.begin();
  turnRecorder.correct(turnId, correction, (fault) => {
    session.corrections.finish();
    if (session.isOver) return;
    if (fault === undefined) keep(session, turnId, correction);
    else session.complain(faultOf(session, fault, param), seq);
  });
};

interface ReadCorrection {
  readonly turnId: string;
  /** The field that names what is corrected. */
  readonly param: string;
  readonly correction: TurnCorrection;
}

const read = (session: LiveSession, message: Correction): ReadCorrection => {
  const { directiveId, turnId, emotion, valence, arousal, dominance } = message;
  if ((directiveId === undefined) === (turnId === undefined)) {
    throw invalidField('directive_id', 'given, or turn_id, and not both');
  }
  if (emotion !== undefined && !LABELS.some((label) => label === emotion)) {
    throw invalidField('emotion', `one of ${LABELS.join(', ')}`);
  }
  if ([emotion, valence, arousal, dominance].every((value) => value === undefined)) {
    throw invalidField('emotion', 'given, or valence, arousal or dominance');
  }
  const param = directiveId === undefined ? 'turn_id' : 'directive_id';
  const id = name(directiveId ?? turnId ?? '', param, ID_CHARS);
  const dimensions = {
    ...(valence !== undefined && { valence: within(valence, DIMENSION, 'valence', false) }),
    ...(arousal !== undefined && { arousal: within(arousal, DIMENSION, 'arousal', false) }),
    ...(dominance !== undefined && { dominance: within(dominance, DIMENSION, 'dominance', false) }),
  };
  const turn = directiveId === undefined ? id : session.directiveTurns.find(id);
  if (turn === undefined) throw unknown(param);
  const correction: TurnCorrection = {
    turnId: turn,
    atMs: session.audioMs,
    ...(directiveId !== undefined && { directiveId: id }),
    ...defined({ emotion }),
    ...dimensions,
  };
  return { param, correction, turnId: turn };
};

const keep = (session: LiveSession, turnId: string, correction: TurnCorrection): void => {
  session.call.correct(turnId, correction.emotion);
  session.corrections.keep(turnId, correction);
  session.deps.metrics.count('corrections');
  confirm(session, turnId, correction);
};

const confirm = (session: LiveSession, turnId: string, correction: TurnCorrection): void => {
  const { directiveId, emotion, valence, arousal, dominance } = correction;
  const value: Corrected = {
    turnId,
    ...defined({ directiveId, emotion, valence, arousal, dominance }),
  };
  session.say([{ kind: 'corrected', value }]);
};

const faultOf = (session: LiveSession, error: unknown, param: string): SessionFault => {
  if (error instanceof Fault && (error.code === 'not_found' || error.code === 'forbidden'))
    return unknown(param);
  session.deps.log.warn({ session: session.id, error: String(error) }, 'a correction could not be stored');
  return new SessionFault('overloaded', 'the correction could not be stored now', {
    param,
    retryAfterMs: 2_000,
    cause: error,
  });
};

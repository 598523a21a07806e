import { SessionFault } from '../../domain/live/session-fault.js';
import {
  InferenceError,
  type InferencePool,
  type InferenceStream,
  type StreamSpec,
} from '../../inference/port.js';

/** How long a client waits before it tries a full relay again. */
const RETRY_MS = 2_000;

/** The refusal of a full relay, so that admitted sessions keep their latency. */
export const overloaded = (cause?: unknown): SessionFault =>
  new SessionFault('overloaded', 'the relay has no room for this session now', {
    retryAfterMs: RETRY_MS,
    cause,
  });

/** Opens a stream. @throws SessionFault when the pool refuses, with a message that a client can act on */
export const openStream = (pool: Pick<InferencePool, 'open'>, spec: StreamSpec): InferenceStream => {
  try {
    return pool.open(spec);
  } catch (error) {
    if (!(error instanceof InferenceError)) throw error;
    if (error.code !== 'model_unavailable') throw overloaded(error);
    throw new SessionFault('model_unavailable', 'the model is not ready', {
      retryAfterMs: RETRY_MS,
      cause: error,
    });
  }
};

import { randomBytes } from 'node:crypto';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { StreamAuthorizer } from '../domain/tokens/stream-authorizer.js';
import { CallAnalysis } from '../domain/call/call-analysis.js';
import { timers } from '../concurrency/timers.js';
import { newId } from '../domain/ids.js';
import type { StreamWallets } from '../domain/billing/payments.js';
import type { TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import type { Conversations } from '../domain/conversations/conversations.js';
import type { StreamStore } from '../domain/live/stream-store.js';
import { TokenError } from '../domain/tokens/stream-token.js';
import type { InferencePool } from '../inference/port.js';
import {
  createStreams,
  type StreamDependencies,
  type StreamMetrics,
  type Streams,
  type StreamTraces,
  type TokenOutcome,
} from '../stream/index.js';
import type { StreamVoices } from '../stream/voices/ports.js';
import type { AuditRepository } from '../storage/audit/audit-repository.js';
import { isOutage } from '../storage/database/outage.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { LineBook } from '../domain/lines/line-book.js';
import type { Identities } from '../domain/speakers/identities.js';
import type { FineTuning } from './fine-tuning.js';
import type { Ground } from './start/ground.js';
import type { Member } from '../domain/accounts/member.js';
import type { Services } from './services.js';
import { defined } from '../domain/defined.js';

const HANDLE_BYTES = 24;

export interface StreamWiring {
  readonly inference: InferencePool;
  readonly store: StreamStore;
  readonly accounts: StreamWallets;
  readonly audit: AuditRepository;
  /** Whose sign-in a key is; undefined for a key of the organization. */
  readonly memberOf: (keyId: string) => Promise<Pick<Member, 'id'> | undefined>;
  readonly sessions: Conversations;
  readonly models: TunedModels;
  readonly training: TrainingUtterances;
  readonly voices: StreamVoices;
  readonly lines: LineBook | undefined;
  readonly authorizer: StreamAuthorizer;
  readonly nowMs: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly maxSessions: number;
  readonly hasRoom?: () => boolean;
  readonly relayUrl: string | undefined;
  readonly traces?: StreamTraces | undefined;
}

export interface StreamParts {
  readonly services: Pick<Services, 'conversations' | 'authorizer'>;
  readonly fineTuning: Pick<FineTuning, 'models' | 'training'>;
  readonly identities: Identities;
  readonly lines: LineBook | undefined;
}

/** Opens the streams on the ground. They drain once: a second call waits for the first one. */
export const openStreams = (
  ground: Ground,
  { services, fineTuning, identities, lines }: StreamParts,
): Streams => {
  const { config, repositories, inference, voices, metrics, log, spans, nowMs } = ground;
  const streams = createStreams(
    wireStreams({
      inference,
      store: repositories.streams,
      accounts: repositories.payments,
      audit: repositories.audit,
      memberOf: (keyId) => repositories.apiKeys.memberOf(keyId),
      sessions: services.conversations,
      models: fineTuning.models,
      training: fineTuning.training,
      voices: { trackers: voices, engine: voices, people: identities },
      lines,
      authorizer: services.authorizer,
      nowMs,
      metrics,
      log,
      maxSessions: config.maxSessions,
      hasRoom: () => ground.memory.hasRoom,
      relayUrl: config.relayUrl,
      traces: spans?.streams,
    }),
  );
  let draining: Promise<void> | undefined;
  return { ...streams, drain: (deadlineMs) => (draining ??= streams.drain(deadlineMs)) };
};

/** Gives the streams the real clock, timers, ids, log and metrics. */
const wireStreams = (wiring: StreamWiring): StreamDependencies => ({
  inference: wiring.inference,
  calls: CallAnalysis,
  store: wiring.store,
  payments: wiring.accounts,
  conversations: wiring.sessions,
  models: wiring.models,
  training: wiring.training,
  voices: wiring.voices,
  ...auditNotes(wiring),
  clock: { monotonicMs: () => performance.now(), wallMs: wiring.nowMs },
  timers,
  ids: {
    newId: (prefix) => newId(prefix),
    resumeHandle: () => randomBytes(HANDLE_BYTES).toString('base64url'),
  },
  log: wiring.log.child({ component: 'stream' }),
  metrics: streamMetrics(wiring.metrics),
  verifyToken: (token, origin, admit) => verifyToken(wiring.authorizer, token, origin, admit),
  maxSessions: wiring.maxSessions,
  isOutage,
  ...defined({
    relayUrl: wiring.relayUrl,
    lines: wiring.lines,
    traces: wiring.traces,
    hasRoom: wiring.hasRoom,
  }),
});

/** What a stream writes to the audit log. */
const auditNotes = ({
  audit,
  memberOf,
  nowMs,
}: Pick<StreamWiring, 'audit' | 'memberOf' | 'nowMs'>): Pick<
  StreamDependencies,
  'noteWithdrawal' | 'noteObservation'
> => ({
  noteWithdrawal: ({ orgId, sessionId, atMs }) =>
    audit.append({
      orgId,
      at: new Date(nowMs()),
      actor: `session:${sessionId}`,
      action: 'consent.withdrawn',
      detail: { session_id: sessionId, audio_ms: atMs },
    }),
  noteObservation: async ({ orgId, sessionId, role, keyId }) => {
    const member = keyId === undefined ? undefined : await memberOf(keyId);
    const byKey = keyId === undefined ? `session:${sessionId}` : `key:${keyId}`;
    await audit.append({
      orgId,
      at: new Date(nowMs()),
      actor: member === undefined ? byKey : `member:${member.id}`,
      action: 'session.observed',
      detail: { session_id: sessionId, role },
    });
  },
});

const streamMetrics = (metrics: Metrics): StreamMetrics => ({
  count: (name, by) => metrics.streamEvent(name, by),
  closed: (code) => metrics.streamClosed(code),
  resultLatency: (ms) => metrics.resultSent(ms),
  audioAnalysed: (ms) => metrics.audioAnalysed(ms / 1_000),
});

const verifyToken = async (
  authorizer: StreamAuthorizer,
  text: string,
  origin: string | undefined,
  admit: ((auth: StreamAuth) => void) | undefined,
): Promise<TokenOutcome> => {
  try {
    const checked = await authorizer.checkToken(text, origin);
    admit?.(checked.auth);
    await authorizer.redeem(checked);
    return { kind: 'accepted', auth: checked.auth };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const code = error.code === 'wrong_origin' ? 'origin_not_allowed' : 'unauthorized';
    return { kind: 'refused', code, message: error.message };
  }
};

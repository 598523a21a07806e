import { LABELS, LIMITS, type SessionReady } from '@undertone/protocol';
import { MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { wireChannels } from '../../domain/live/session-config.js';
import { usageLimits } from '../lifetime/session-limits.js';
import type { LiveSession } from '../live-session.js';

export interface ReadyExtras {
  /** The handle is sent only in this message. */
  readonly resumeHandle: string;
  readonly concurrentUsed: number;
}

/** Tells the client what was agreed on and where to continue sending. */
export const sessionReady = (
  session: LiveSession,
  { resumeHandle, concurrentUsed }: ReadyExtras,
): SessionReady => {
  const { id, deps, config, auth, agreement, continuity, ingest, payments } = session;
  return {
    sessionId: id,
    resumeHandle,
    resumeWindowMs: LIMITS.resumeWindowMs,
    generation: continuity.generation,
    serverTime: new Date(deps.clock.wallMs()).toISOString(),
    ...(config.privacy !== undefined && { privacy: config.privacy }),
    model: modelOf(session),
    channels: wireChannels(config),
    configRevision: agreement.revision,
    limits: {
      frameBytes: LIMITS.messageBytes,
      messageBytes: LIMITS.messageBytes,
      rate: LIMITS.liveRate,
      sessionS: usageLimits(auth).sessionS,
      idleS: LIMITS.idleCloseMs / 1_000,
    },
    quota: { concurrentUsed, concurrentMax: auth.plan.concurrentStreams },
    policy: { agentAnalysis: auth.agentAnalysis, retention: auth.policy.retention },
    ...(payments?.answer !== undefined && {
      wallet: {
        holdS: payments.answer.heldMicroCredits / MICRO_CREDITS_PER_CREDIT,
        balanceS: payments.answer.balanceMicroCredits / MICRO_CREDITS_PER_CREDIT,
      },
    }),
    nextSample: ingest.clocks.map(({ received }) => received),
    observers: session.feed.count,
  };
};

const modelOf = ({ deps, config, model }: LiveSession): SessionReady['model'] => {
  const own = deps.inference.model();
  const { version, labels, calibration } = own;
  if (config.privacy !== 'features') {
    return {
      id: model?.name ?? own.id,
      version,
      // The labels that directives can have: a customer's own labels are reported as these.
      labels: [...new Set(model?.tuning.labels.map(({ as }) => as) ?? labels)],
      calibration,
    };
  }
  const { id = 'page', version: pageVersion = '' } = config.pageModel ?? {};
  // A page with the reader that this relay hands out has its labels. What another one tells apart is not known here.
  return id === own.id && pageVersion === version
    ? { id, version, labels: [...labels], calibration }
    : { id, version: pageVersion, labels: [...LABELS] };
};

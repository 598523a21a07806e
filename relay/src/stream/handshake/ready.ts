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
  const { id: modelId, version, labels, calibration } = deps.inference.model();
  return {
    sessionId: id,
    resumeHandle,
    resumeWindowMs: LIMITS.resumeWindowMs,
    generation: continuity.generation,
    serverTime: new Date(deps.clock.wallMs()).toISOString(),
    ...(config.privacy !== undefined && { privacy: config.privacy }),
    model:
      config.privacy === 'features'
        ? {
            id: config.pageModel?.id ?? 'page',
            version: config.pageModel?.version ?? '',
            labels: [...LABELS],
          }
        : {
            id: session.model?.name ?? modelId,
            version,
            // The labels that directives can have: a customer's own labels are reported as these.
            labels: [...new Set(session.model?.tuning.labels.map(({ as }) => as) ?? labels)],
            calibration,
          },
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

/** The plans of the interface specification, "Limits". */
export const PLANS = ['free', 'starter', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  readonly requestsPerMinute: number;
  /** Requests running at the same time. */
  readonly concurrentRequests: number;
  /** Streams open at the same time. */
  readonly concurrentStreams: number;
}

/** Enterprise is "custom" in the specification: a ceiling that protects the relay, not a commercial limit. */
const LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: { requestsPerMinute: 60, concurrentRequests: 5, concurrentStreams: 5 },
  starter: { requestsPerMinute: 300, concurrentRequests: 20, concurrentStreams: 20 },
  pro: { requestsPerMinute: 1_000, concurrentRequests: 50, concurrentStreams: 50 },
  enterprise: { requestsPerMinute: 100_000, concurrentRequests: 10_000, concurrentStreams: 10_000 },
};

export const planLimits = (plan: Plan): PlanLimits => LIMITS[plan];

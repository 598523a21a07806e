import type { OrganizationPolicy } from './organization-policy.js';
import type { PlanLimits } from '../limits/plan-limits.js';

export const STREAM_SCOPES = ['stream.write', 'stream.observe'] as const;
export type StreamScope = (typeof STREAM_SCOPES)[number];

/** What the bearer of a credential may do on a stream. A page cannot override any of it. */
export interface StreamClaims {
  readonly vertical?: string;
  /** One of the organization's own models; a hello cannot name another. */
  readonly model?: string;
  readonly features?: readonly string[];
  readonly maxSessionS?: number;
  readonly maxAudioS?: number;
  readonly maxCredits?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Who is on the other side of a stream, and within which bounds. */
export interface StreamAuth {
  readonly orgId: string;
  /** The API key that opened the stream, or whose server made the token that did; absent for the demo's tokens. */
  readonly keyId?: string;
  /** Present when a stream token opened it: the token's `jti`. */
  readonly tokenId?: string;
  readonly scopes: readonly StreamScope[];
  /** A token names the one session it may open or resume; an API key may open any of its organization's. */
  readonly sessionId?: string;
  /** A token for which nobody named a session: it opens {@link sessionId}, or resumes the one whose handle is shown. */
  readonly isNewSession?: true;
  readonly claims: StreamClaims;
  readonly policy: OrganizationPolicy;
  /** Whether `subject: agent` may be analyzed, organization and token taken together. */
  readonly agentAnalysis: boolean;
  readonly plan: PlanLimits;
  /** How many streams the organization has open right now, this one included. */
  readonly concurrentStreams: () => number;
}

import type { OrganizationPolicy } from './organization-policy.js';
import type { PlanLimits } from '../limits/plan-limits.js';

export const STREAM_SCOPES = ['stream.write', 'stream.observe'] as const;
export type StreamScope = (typeof STREAM_SCOPES)[number];

/** What the holder of a credential may do on a stream. A page cannot override any of it. */
export interface StreamClaims {
  readonly vertical?: string;
  /** One of the organization's own models. A hello cannot name another one. */
  readonly model?: string;
  /** The name of the microphone, trunk or queue; a hello cannot name another. */
  readonly line?: string;
  readonly features?: readonly string[];
  readonly maxSessionS?: number;
  readonly maxAudioS?: number;
  readonly maxCredits?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  /** No audio is taken: the page hears, and sends what it heard. */
  readonly privacy?: 'features';
}

/** The identity behind a stream, and its limits. */
export interface StreamAuth {
  readonly orgId: string;
  /** The API key that opened the stream or created its token; absent for the demo's tokens. */
  readonly keyId?: string;
  /** The `jti` of the stream token; present when a token opened the stream. */
  readonly tokenId?: string;
  readonly scopes: readonly StreamScope[];
  /** The only session that a token may open or resume. An API key may open any session of its organization. */
  readonly sessionId?: string;
  /** Set for a token created without a session. It opens {@link sessionId}, or resumes the session whose handle is given. */
  readonly isNewSession?: true;
  readonly claims: StreamClaims;
  /** Of the telephony account: what holds where neither the call nor its token names one. */
  readonly defaults?: Pick<StreamClaims, 'vertical' | 'line'>;
  readonly policy: OrganizationPolicy;
  /** Whether `subject: agent` may be analyzed, by the organization's policy and the token together. */
  readonly agentAnalysis: boolean;
  readonly plan: PlanLimits;
  /** How many streams the organization has open now, including this one. */
  readonly concurrentStreams: () => number;
}

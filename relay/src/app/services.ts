import { hkdfSync } from 'node:crypto';
import { StreamAuthorizer } from '../domain/tokens/stream-authorizer.js';
import { Idempotency } from '../domain/idempotency/idempotency.js';
import { ApiKeyVerifier } from '../domain/keys/api-key-verifier.js';
import { ApiKeys } from '../domain/keys/api-keys.js';
import { KeyUses } from '../domain/keys/key-uses.js';
import { StreamSlots } from '../domain/limits/stream-slots.js';
import { RateLimiter } from '../domain/limits/rate-limiter.js';
import type { RequestLimiter } from '../domain/limits/request-limiter.js';
import type { RequestSlots } from '../domain/limits/request-slots.js';
import { Learning } from '../domain/conversations/learning/learning.js';
import type { SessionName } from '../domain/call/session-name.js';
import { Conversations } from '../domain/conversations/conversations.js';
import { StreamTokenIssuer } from '../domain/tokens/stream-token-issuer.js';
import { StreamTokens } from '../domain/tokens/stream-tokens.js';
import { OperatorToken } from '../routes/auth/operator-token.js';
import { Authenticator } from '../routes/auth/authenticator.js';
import { ConsoleSessions } from '../routes/console/console-sessions.js';
import { AnalysisJobRepository } from '../storage/recordings/analysis-job-repository.js';
import { ApiKeyRepository } from '../storage/accounts/api-key-repository.js';
import { AuditRepository } from '../storage/accounts/audit-repository.js';
import { ConversationRepository } from '../storage/conversations/conversation-repository.js';
import { CorrectionRepository } from '../storage/conversations/correction-repository.js';
import type { Database } from '../storage/database/database.js';
import { FineTuneRepository } from '../storage/fine-tune/fine-tune-repository.js';
import { IdempotencyRepository } from '../storage/accounts/idempotency-repository.js';
import { MemberRepository } from '../storage/accounts/member-repository.js';
import { PaymentRepository } from '../storage/billing/payment-repository.js';
import { OrganizationRepository } from '../storage/accounts/organization-repository.js';
import { PredictionRepository } from '../storage/conversations/prediction-repository.js';
import { StreamRepository } from '../storage/streams/stream-repository.js';
import { SpeakerRepository } from '../storage/speakers/speaker-repository.js';
import { TokenRepository } from '../storage/accounts/token-repository.js';
import { TunedModelRepository } from '../storage/fine-tune/tuned-model-repository.js';
import { UsageRepository } from '../storage/billing/usage-repository.js';
import { WalletRepository } from '../storage/billing/wallet-repository.js';

export interface Repositories {
  readonly organizations: OrganizationRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly tokens: TokenRepository;
  readonly streams: StreamRepository;
  readonly idempotencyKeys: IdempotencyRepository;
  readonly audit: AuditRepository;
  readonly members: MemberRepository;
  readonly wallets: WalletRepository;
  readonly analysisJobs: AnalysisJobRepository;
  readonly payments: PaymentRepository;
  readonly usage: UsageRepository;
  readonly conversations: ConversationRepository;
  readonly predictions: PredictionRepository;
  readonly fineTunes: FineTuneRepository;
  readonly tunedModels: TunedModelRepository;
  readonly corrections: CorrectionRepository;
  readonly speakers: SpeakerRepository;
}

export const createRepositories = ({ queries, urgent }: Database): Repositories => ({
  organizations: new OrganizationRepository(queries),
  apiKeys: new ApiKeyRepository(queries),
  tokens: new TokenRepository(queries),
  streams: new StreamRepository(queries),
  idempotencyKeys: new IdempotencyRepository(queries),
  audit: new AuditRepository(queries),
  members: new MemberRepository(queries),
  wallets: new WalletRepository(queries),
  analysisJobs: new AnalysisJobRepository(queries),
  payments: new PaymentRepository(urgent),
  usage: new UsageRepository(queries),
  conversations: new ConversationRepository(queries),
  predictions: new PredictionRepository(queries),
  fineTunes: new FineTuneRepository(queries),
  tunedModels: new TunedModelRepository(queries),
  corrections: new CorrectionRepository(queries),
  speakers: new SpeakerRepository(queries),
});

export interface ServicesOptions {
  readonly repositories: Repositories;
  readonly tokenSecret: Uint8Array;
  readonly adminToken: string;
  readonly nowMs: () => number;
  /** What limits are counted by: the wall clock only dates. */
  readonly monotonicMs: () => number;
  readonly onTouchFailed: (error: unknown) => void;
  /** A key was revoked on this relay. */
  readonly onKeyRevoked: (keyId: string) => void;
  readonly onKeepFailed: (error: unknown, requestId: string) => void;
  /** A conversation ended, or was deleted, through this relay. */
  readonly onSessionOver?: (session: SessionName) => void;
  /** Something was added to a conversation, or said of it, through this relay. */
  readonly onSessionNews?: (session: SessionName, revision: number) => void;
  readonly limits: Limits;
  readonly requestsPerAddress: number;
}

/** What counts requests, on this relay alone or together with others. */
export interface Limits {
  readonly meter: RequestLimiter;
  readonly places: RequestSlots;
}

/** Everything that says who a caller is and what a caller may do. */
export interface Services {
  readonly slots: StreamSlots;
  readonly tokens: StreamTokens;
  readonly issuer: StreamTokenIssuer;
  readonly authorizer: StreamAuthorizer;
  readonly authenticator: Authenticator;
  readonly consoleSessions: ConsoleSessions;
  readonly idempotency: Idempotency;
  readonly places: RequestSlots;
  readonly nowMs: () => number;
  readonly apiKeys: ApiKeys;
  /** Conversations over all routes, and what organizations learned from them. */
  readonly conversations: Conversations;
  readonly learning: Learning;
  readonly uses: KeyUses;
  /** Forgets what was verified: a key was revoked, an organisation was changed. */
  readonly forgetKey: (keyId: string) => void;
  readonly forgetOrganization: (orgId: string) => void;
}

export const createServices = async (options: ServicesOptions): Promise<Services> => {
  const { repositories, tokenSecret, nowMs, limits, requestsPerAddress } = options;
  const slots = new StreamSlots();
  const tokens = new StreamTokens({ secret: tokenSecret, redemptions: repositories.tokens, now: nowMs });
  const uses = new KeyUses({ book: repositories.apiKeys, nowMs, onFailed: options.onTouchFailed });
  const verifier = new ApiKeyVerifier({
    store: repositories.apiKeys,
    now: nowMs,
    chosenHashes: await repositories.apiKeys.chosenHashes(),
    onUsed: (keyId) => uses.note(keyId),
  });
  const learning = new Learning({ book: repositories.predictions, nowMs });
  const consoleSessions = new ConsoleSessions(
    Buffer.from(hkdfSync('sha256', tokenSecret, '', 'undertone console session', 32)),
    nowMs,
  );
  const forgetKey = (keyId: string): void => verifier.forget(({ key }) => key.id === keyId);
  return {
    slots,
    tokens,
    issuer: new StreamTokenIssuer(tokens, {
      state: (orgId) => repositories.wallets.state(orgId),
      isLive: async (orgId, sessionId) =>
        (await repositories.streams.locate({ orgId, sessionId })) !== undefined,
    }),
    authorizer: new StreamAuthorizer({
      tokens,
      slots,
      nowMs,
      organizations: repositories.organizations,
      keys: repositories.apiKeys,
    }),
    authenticator: new Authenticator({
      verifier,
      requestsPerAddress,
      operator: new OperatorToken(options.adminToken),
      meter: limits.meter,
      addresses: new RateLimiter(options.monotonicMs, nowMs),
      withCredential: (headers) => consoleSessions.withCredential(headers),
    }),
    consoleSessions,
    places: limits.places,
    idempotency: new Idempotency({
      nowMs,
      store: repositories.idempotencyKeys,
      onKeepFailed: options.onKeepFailed,
    }),
    nowMs,
    learning,
    conversations: new Conversations({
      learning,
      book: repositories.conversations,
      nowMs,
      ...(options.onSessionOver !== undefined && { onOver: options.onSessionOver }),
      ...(options.onSessionNews !== undefined && { onNews: options.onSessionNews }),
    }),
    uses,
    forgetKey,
    forgetOrganization: (orgId) => verifier.forget(({ organization }) => organization.id === orgId),
    apiKeys: new ApiKeys({
      nowMs,
      book: repositories.apiKeys,
      onRevoked: (keyId) => {
        forgetKey(keyId);
        options.onKeyRevoked(keyId);
      },
    }),
  };
};

import { AnalysisJobRepository } from '../../storage/analysis/analysis-job-repository.js';
import { ApiKeyRepository } from '../../storage/keys/api-key-repository.js';
import { AuditRepository } from '../../storage/audit/audit-repository.js';
import { ConversationRepository } from '../../storage/conversations/conversation-repository.js';
import { CorrectionRepository } from '../../storage/conversations/correction-repository.js';
import type { OnUnreadable } from '../../domain/unreadable-row.js';
import type { Database } from '../../storage/database/database.js';
import { FineTuneRepository } from '../../storage/fine-tune/fine-tune-repository.js';
import { IdempotencyRepository } from '../../storage/idempotency/idempotency-repository.js';
import { LineRepository } from '../../storage/lines/line-repository.js';
import { MemberRepository } from '../../storage/members/member-repository.js';
import { MemberSessionRepository } from '../../storage/members/member-session-repository.js';
import { CompanyMemberRepository } from '../../storage/members/company-member-repository.js';
import { RequestLogRepository } from '../../storage/audit/request-log-repository.js';
import { PasskeyRepository } from '../../storage/members/passkey-repository.js';
import { BudgetRepository } from '../../storage/billing/budget-repository.js';
import { PaymentRepository } from '../../storage/billing/payment-repository.js';
import { OrganizationExport } from '../../storage/accounts/organization-export.js';
import { OrganizationRemoval } from '../../storage/accounts/organization-removal.js';
import { DatabaseClock } from '../../storage/database/database-clock.js';
import { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import { PredictionRepository } from '../../storage/predictions/prediction-repository.js';
import { RetentionRepository } from '../../storage/conversations/retention-repository.js';
import { RemovedIdRepository } from '../../storage/removed-id-repository.js';
import { RelaySecretRepository } from '../../storage/secrets/relay-secret-repository.js';
import { StreamRepository } from '../../storage/streams/stream-repository.js';
import { SpeakerRepository } from '../../storage/speakers/speaker-repository.js';
import { TokenRepository } from '../../storage/tokens/token-repository.js';
import { TunedModelRepository } from '../../storage/fine-tune/tuned-model-repository.js';
import { UsageRepository } from '../../storage/billing/usage-repository.js';
import { WalletRepository } from '../../storage/billing/wallet-repository.js';

/** The tables, one repository each. */
export interface Repositories {
  readonly clock: DatabaseClock;
  readonly organizations: OrganizationRepository;
  readonly organizationExport: OrganizationExport;
  readonly organizationRemoval: OrganizationRemoval;
  readonly retention: RetentionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly tokens: TokenRepository;
  readonly streams: StreamRepository;
  readonly idempotencyKeys: IdempotencyRepository;
  readonly audit: AuditRepository;
  readonly requestLog: RequestLogRepository;
  readonly companyMembers: CompanyMemberRepository;
  readonly members: MemberRepository;
  readonly memberSessions: MemberSessionRepository;
  readonly passkeys: PasskeyRepository;
  readonly wallets: WalletRepository;
  readonly budgets: BudgetRepository;
  readonly analysisJobs: AnalysisJobRepository;
  readonly payments: PaymentRepository;
  readonly usage: UsageRepository;
  readonly conversations: ConversationRepository;
  readonly predictions: PredictionRepository;
  readonly fineTunes: FineTuneRepository;
  readonly tunedModels: TunedModelRepository;
  readonly corrections: CorrectionRepository;
  readonly speakers: SpeakerRepository;
  readonly lines: LineRepository;
  readonly relaySecrets: RelaySecretRepository;
  readonly removedIds: RemovedIdRepository;
}

/** Every table of one database. Payments use its urgent queries, so that a busy database does not stop streams. */
export const createRepositories = (
  { queries, urgent }: Database,
  nowMs: () => number,
  onUnreadable?: OnUnreadable,
): Repositories => ({
  clock: new DatabaseClock(queries),
  organizations: new OrganizationRepository(queries, onUnreadable),
  organizationExport: new OrganizationExport(queries),
  organizationRemoval: new OrganizationRemoval(queries),
  retention: new RetentionRepository(queries),
  apiKeys: new ApiKeyRepository(queries),
  tokens: new TokenRepository(queries),
  streams: new StreamRepository(queries, undefined, onUnreadable),
  idempotencyKeys: new IdempotencyRepository(queries),
  audit: new AuditRepository(queries),
  requestLog: new RequestLogRepository(queries),
  companyMembers: new CompanyMemberRepository(queries),
  members: new MemberRepository(queries),
  memberSessions: new MemberSessionRepository(queries),
  passkeys: new PasskeyRepository(queries),
  wallets: new WalletRepository(queries, nowMs),
  budgets: new BudgetRepository(queries),
  analysisJobs: new AnalysisJobRepository(queries, onUnreadable),
  payments: new PaymentRepository(urgent, nowMs),
  usage: new UsageRepository(queries),
  conversations: new ConversationRepository(queries, onUnreadable),
  predictions: new PredictionRepository(queries, onUnreadable),
  fineTunes: new FineTuneRepository(queries),
  tunedModels: new TunedModelRepository(queries),
  corrections: new CorrectionRepository(queries),
  speakers: new SpeakerRepository(queries),
  lines: new LineRepository(queries),
  relaySecrets: new RelaySecretRepository(queries),
  removedIds: new RemovedIdRepository(queries),
});

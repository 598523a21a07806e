import { hkdfSync } from 'node:crypto';
import { Idempotency } from '../domain/idempotency/idempotency.js';
import type { Lines } from '../domain/lines/lines.js';
import { RequestLog } from '../domain/audit/request-log.js';
import { RateLimiter } from '../domain/limits/rate-limiter.js';
import type { RequestSlots } from '../domain/limits/request-slots.js';
import { Learning } from '../domain/conversations/learning/learning.js';
import type { SessionName } from '../domain/call/session-name.js';
import { Conversations } from '../domain/conversations/conversations.js';
import { OperatorToken } from '../routes/auth/operator-token.js';
import { Authenticator } from '../routes/auth/authenticator.js';
import { Ceremonies } from '../routes/console/ceremonies.js';
import type { SealingKeys } from '../routes/console/sealed-cookie.js';
import { CompanySignIn, type CompanySignInOptions } from '../domain/members/company-sign-in.js';
import { ConsoleSessions } from '../routes/console/console-sessions.js';
import { createKeyServices, type KeyServices, type KeyServicesOptions } from './keys.js';
import { createMemberServices, type MemberServices } from './members.js';
import { wireLines } from './lines.js';
import type { Limits } from './limits.js';
import type { Repositories } from './start/repositories.js';
import { createTokenServices, type TokenServices } from './stream-tokens.js';
import type { OnUnreadable } from '../domain/unreadable-row.js';
import type { Several } from '../config/kept-secrets.js';
import { defined } from '../domain/defined.js';

export interface ServicesOptions extends KeyServicesOptions {
  readonly repositories: Repositories;
  /** The first one signs, all of them verify. */
  readonly tokenSecrets: Several<Uint8Array>;
  readonly adminTokens: Several<string>;
  /** Limits use this clock. The wall clock only gives dates. */
  readonly monotonicMs: () => number;
  /** Called when requests could not be written to the log now. @param dropped how many will never be */
  readonly onLogFailed: (error: unknown, dropped: number) => void;
  readonly onKeepFailed: (error: unknown, requestId: string) => void;
  /** Told of a conversation that is due to end and cannot be read. Default: throws. */
  readonly onUnreadable?: OnUnreadable;
  /** Called before a conversation is ended through this relay: ends its live stream, if this relay has it. */
  readonly endStreamOf?: (session: SessionName, code: string) => Promise<void>;
  /** Called when a conversation was ended or deleted through this relay. */
  readonly onSessionOver?: (session: SessionName) => void;
  /** Called when something was added to a conversation, or corrected, through this relay. */
  readonly onSessionNews?: (session: SessionName, revision: number) => void;
  readonly limits: Limits;
  readonly company?: Omit<CompanySignInOptions, 'store' | 'nowMs'> | undefined;
  readonly requestsPerAddress: number;
}

/** Everything that decides who a caller is and what the caller may do. */
export interface Services extends Omit<KeyServices, 'verifier' | 'ended'>, MemberServices, TokenServices {
  readonly authenticator: Authenticator;
  readonly consoleSessions: ConsoleSessions;
  readonly requestLog: RequestLog;
  /** The challenges of passkeys. */
  readonly ceremonies: Ceremonies;
  /** Seals what the console's browsers keep. */
  readonly sealing: SealingKeys;
  /** Absent: nobody signs in at a company's provider. */
  readonly company: CompanySignIn | undefined;
  readonly idempotency: Idempotency;
  readonly places: RequestSlots;
  readonly nowMs: () => number;
  /** Conversations over all routes, and what organizations learned from them. */
  readonly conversations: Conversations;
  readonly learning: Learning;
  /** What is known about microphones, trunks and queues. */
  readonly lines: Lines;
}

/** Creates the services on one database's tables. */
export const createServices = async (options: ServicesOptions): Promise<Services> => {
  const { repositories, tokenSecrets, nowMs, limits } = options;
  const { verifier, ended, ...keys } = await createKeyServices(options);
  const [newest, ...older] = tokenSecrets;
  const sealing = [consoleKey(newest), ...older.map(consoleKey)] as const;
  const consoleSessions = new ConsoleSessions(sealing, nowMs);
  return {
    ...keys,
    ...createMemberServices({ repositories, nowMs, ended, forgetMember: keys.forgetMember }),
    ...createTokenServices(repositories, tokenSecrets, nowMs),
    ...createConversationServices(options),
    lines: wireLines({ store: repositories.lines, nowMs }),
    authenticator: new Authenticator({
      verifier,
      requestsPerAddress: options.requestsPerAddress,
      operator: new OperatorToken(options.adminTokens),
      meter: limits.meter,
      addresses: new RateLimiter(options.monotonicMs, nowMs),
      withCredential: (headers) => consoleSessions.withCredential(headers),
    }),
    consoleSessions,
    requestLog: new RequestLog({ store: repositories.requestLog, onFailed: options.onLogFailed }),
    sealing,
    company:
      options.company && new CompanySignIn({ ...options.company, store: repositories.companyMembers, nowMs }),
    ceremonies: new Ceremonies(sealing, nowMs, repositories.tokens),
    places: limits.places,
    idempotency: new Idempotency({
      nowMs,
      store: repositories.idempotencyKeys,
      onKeepFailed: options.onKeepFailed,
    }),
    nowMs,
  };
};

const consoleKey = (tokenSecret: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', 'undertone console session', 32));

const createConversationServices = ({
  repositories,
  nowMs,
  endStreamOf,
  onSessionOver,
  onSessionNews,
  onUnreadable,
}: ServicesOptions): Pick<Services, 'learning' | 'conversations'> => {
  const learning = new Learning({ store: repositories.predictions, nowMs });
  return {
    learning,
    conversations: new Conversations({
      learning,
      store: repositories.conversations,
      nowMs,
      ...defined({ endStreamOf, onUnreadable, onOver: onSessionOver, onNews: onSessionNews }),
    }),
  };
};

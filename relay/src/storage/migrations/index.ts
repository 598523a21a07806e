import type { SchemaMigrations } from './migration.js';
import { accountsAndSessions } from './0001-accounts-and-sessions.js';
import { tenantWalls } from './0002-tenant-walls.js';
import { billing } from './0003-billing.js';
import { accounts } from './0004-accounts.js';
import { eventsAndWebhooks } from './0005-events-and-webhooks.js';
import { analysisJobs } from './0006-analysis-jobs.js';
import { conversations } from './0007-conversations.js';
import { fineTuning } from './0008-fine-tuning.js';
import { speakers } from './0009-speakers.js';
import { sessionsByOrganization } from './0010-sessions-by-organization.js';
import { lines } from './0011-lines.js';
import { relaySecrets } from './0012-relay-secrets.js';
import { keyScopes } from './0013-key-scopes.js';
import { organizationRemoval } from './0014-organization-removal.js';
import { heardLines } from './0015-heard-lines.js';
import { removedIds } from './0016-removed-ids.js';
import { removedIdsByAge } from './0017-removed-ids-by-age.js';
import { conversationList } from './0018-conversation-list.js';
import { deliveryAnswers } from './0019-delivery-answers.js';
import { membersSignIn } from './0020-members-sign-in.js';
import { requestLog } from './0021-request-log.js';
import { walletBudgets } from './0022-wallet-budgets.js';
import { transcriptLines } from './0023-transcript-lines.js';
import { jobAttempts } from './0024-job-attempts.js';
import { conversationMoods } from './0025-conversation-moods.js';

/** Every migration, in the order of its number. Append only: what has shipped is never edited. */
export const migrations: SchemaMigrations = {
  '0001-accounts-and-sessions': accountsAndSessions,
  '0002-tenant-walls': tenantWalls,
  '0003-billing': billing,
  '0004-accounts': accounts,
  '0005-events-and-webhooks': eventsAndWebhooks,
  '0006-analysis-jobs': analysisJobs,
  '0007-conversations': conversations,
  '0008-fine-tuning': fineTuning,
  '0009-speakers': speakers,
  '0010-sessions-by-organization': sessionsByOrganization,
  '0011-lines': lines,
  '0012-relay-secrets': relaySecrets,
  '0013-key-scopes': keyScopes,
  '0014-organization-removal': organizationRemoval,
  '0015-heard-lines': heardLines,
  '0016-removed-ids': removedIds,
  '0017-removed-ids-by-age': removedIdsByAge,
  '0018-conversation-list': conversationList,
  '0019-delivery-answers': deliveryAnswers,
  '0020-members-sign-in': membersSignIn,
  '0021-request-log': requestLog,
  '0022-wallet-budgets': walletBudgets,
  '0023-transcript-lines': transcriptLines,
  '0024-job-attempts': jobAttempts,
  '0025-conversation-moods': conversationMoods,
};

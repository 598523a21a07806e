import type { AccountTables } from '../tables/account-tables.js';
import type { AnalysisTables } from '../tables/analysis-tables.js';
import type { BillingTables } from '../tables/billing-tables.js';
import type { ConversationTables } from '../tables/conversation-tables.js';
import type { EventTables } from '../tables/event-tables.js';
import type { FineTuneTables } from '../tables/fine-tune-tables.js';
import type { LineTables } from '../tables/line-tables.js';
import type { SessionTables } from '../tables/session-tables.js';
import type { SpeakerTables } from '../tables/speaker-tables.js';

/** Every table, by area. */
export interface Schema
  extends
    AccountTables,
    AnalysisTables,
    BillingTables,
    ConversationTables,
    EventTables,
    FineTuneTables,
    LineTables,
    SessionTables,
    SpeakerTables {}

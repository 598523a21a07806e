import type { AcceptedHello } from '../../domain/live/session-hello.js';
import { noticeWallet } from '../billing/wallet-notice.js';
import type { LiveSession } from '../live-session.js';
import { type ReadyExtras, sessionReady } from './ready.js';

/** What a client is told when its session opens, besides what the session itself knows. */
export interface WelcomeNews extends ReadyExtras, Pick<AcceptedHello, 'warnings'> {}

/** Sends `session.ready` and, with it, every warning that holds from the start. */
export const welcome = (session: LiveSession, news: WelcomeNews): void => {
  session.outbox.cork(() => {
    session.outbox.post({ kind: 'session.ready', value: sessionReady(session, news) });
    for (const { code, message, detail } of news.warnings) session.warn(code, message, detail);
    warnOfQuota(session, news.concurrentUsed);
    noticeWallet(session);
  });
};

/** From this share of the plan's streams on, a client hears that the next ones may be refused. */
const QUOTA_NEAR = 0.9;

const warnOfQuota = (session: LiveSession, used: number): void => {
  const { concurrentStreams } = session.auth.plan;
  if (used < QUOTA_NEAR * concurrentStreams) return;
  session.warn('quota_near', 'nearly all streams of the plan are open', {
    concurrent_used: String(used),
    concurrent_max: String(concurrentStreams),
  });
};

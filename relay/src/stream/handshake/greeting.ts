import type { LostSpan, ResumeRequest } from '@undertone/protocol';
import { endWithoutCredits, noticeWallet } from '../billing/wallet-notice.js';
import type { LiveSession } from '../live-session.js';
import { sessionSnapshot } from '../observing/snapshot.js';
import { sessionReady } from './ready.js';

/** Audio up to the current position of the client's microphone may come faster than real time. */
export const expectReplay = (session: LiveSession, audioPos: number): void => {
  const firstRate = session.config.channels[0]?.sampleRate ?? 1;
  session.config.channels.forEach(({ sampleRate }, channel) => {
    session.ingest.expectReplay(channel, Math.floor((audioPos * sampleRate) / firstRate), session.now);
  });
};

interface Greeting {
  readonly lost: LostSpan[];
  readonly concurrentUsed: number;
}

/** Tells a client that came back where it stands, and sends again what it missed. */
export const greet = (
  session: LiveSession,
  resume: ResumeRequest,
  { lost, concurrentUsed }: Greeting,
): void => {
  const { outbox } = session;
  session.deps.metrics.count('sessions_resumed');
  outbox.cork(() => {
    const value = sessionReady(session, { resumeHandle: resume.handle, concurrentUsed });
    outbox.post({ kind: 'session.ready', value });
    const { fromSeq, count, complete } = outbox.replay(resume.lastServerSeq);
    outbox.post({
      kind: 'resumed',
      value: { generation: session.continuity.generation, fromSeq, replayed: count, lost },
    });
    if (session.continuity.takeOwedSnapshot() || !complete) {
      outbox.post({ kind: 'snapshot', value: sessionSnapshot(session) });
    }
    outbox.sendReplay(resume.lastServerSeq);
    session.acknowledgements.acknowledgeAll();
    // What was told is told again by the replay, if that has all of it.
    if (!complete) session.told.renew();
    noticeWallet(session);
  });
  if (session.payments?.canStart === false) endWithoutCredits(session, session.payments.left.of);
};

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SessionEnded } from '@undertone/protocol';
import type { SessionName } from '../../domain/call/session-name.js';
import { newId } from '../../domain/ids.js';
import { hashApiKey } from '../../domain/keys/api-key-secret.js';
import type { NewStream, StreamEnding } from '../../domain/live/stream-store.js';
import type { Database } from '../database/database.js';
import { StreamRepository } from '../streams/stream-repository.js';
import type { TestDatabase } from './databases.js';
import { addOrganization } from './organizations.js';

export const NOW = Date.parse('2026-01-01T12:00:00Z');
export const WINDOW_MS = 120_000;

/** What a session tells at its end, with a word that must not be stored. */
export const ENDED: SessionEnded = {
  reason: 'client_ended',
  durationS: 2,
  utteranceCount: 1,
  transcript: {
    turns: [
      { turnId: 'turn_1', speakerId: 'spk_1', channel: 0, startMs: 0, endMs: 900, text: 'my card number is' },
    ],
  },
  emotionTrajectory: ['calm'],
  summary: {},
  usage: { receivedMs: 2_000, processedMs: 2_000 },
};

/** A stream that its plan lets start beside two others. */
export const newSession = (orgId: string, change: Partial<NewStream> = {}): NewStream => ({
  sessionId: newId('ses'),
  orgId,
  handleHash: hashApiKey(newId('handle')).toString('hex'),
  vertical: 'contact_center',
  config: { vertical: 'contact_center' },
  startedAtMs: NOW,
  concurrentMax: 3,
  ...change,
});

/** Streams in a database of the file's own, whose leases are counted by a clock that the test sets. */
export class StreamRig {
  /** {@link NOW} at the beginning of each test. */
  leaseNowMs = NOW;
  private opened: TestDatabase | undefined;
  private repository: StreamRepository | undefined;

  /** @param open where; it is opened before the tests and closed after them */
  constructor(open: () => Promise<TestDatabase>) {
    beforeAll(async () => {
      this.opened = await open();
      this.repository = new StreamRepository(this.queries, () => this.leaseNowMs);
    }, 120_000);
    afterAll(() => this.opened?.close());
    beforeEach(() => {
      this.leaseNowMs = NOW;
    });
  }

  get queries(): Database['queries'] {
    if (this.opened === undefined) throw new Error('the database is opened before the first test');
    return this.opened.database.queries;
  }

  get sessions(): StreamRepository {
    if (this.repository === undefined) throw new Error('the database is opened before the first test');
    return this.repository;
  }

  organization(): Promise<string> {
    return addOrganization(this.queries);
  }

  /** A session with its first checkpoint. */
  async start(orgId: string, state: Record<string, number> = { at: 1 }): Promise<NewStream> {
    const session = newSession(orgId);
    await this.sessions.create(session);
    await this.sessions.checkpoint([
      { orgId, sessionId: session.sessionId, generation: 1, atMs: NOW, state },
    ]);
    return session;
  }

  /** Its client ends a session of the first holder. */
  end(
    { orgId, sessionId }: SessionName,
    change: Partial<StreamEnding> = {},
  ): ReturnType<StreamRepository['end']> {
    const ending = { orgId, sessionId, generation: 1, atMs: NOW, code: 'client_ended', ended: ENDED };
    return this.sessions.end({ ...ending, corrections: [], ...change });
  }
}

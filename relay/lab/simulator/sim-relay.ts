import { CallAnalysis } from '../../src/domain/call/call-analysis.js';
import type { StreamAuth } from '../../src/domain/accounts/stream-auth.js';
import { createStreams, type Streams } from '../../src/stream/streams.js';
import type { ManualClock } from '../../src/stream/testing/manual-clock.js';
import type { Link } from './link.js';
import { ProcessClock } from './process-clock.js';
import { DatabaseAway, type DatabaseConnection, type SimDatabase } from './sim-database.js';
import { type NoteAnalyzed, SimInference } from './sim-inference.js';

export interface RelayParts {
  readonly id: number;
  /** A different number after every start. */
  readonly serial: number;
  readonly clock: ManualClock;
  readonly wallOffsetMs: () => number;
  readonly database: SimDatabase;
  readonly newId: (prefix: string) => string;
  readonly note: NoteAnalyzed;
  readonly duplicate: () => void;
}

/** A relay's process: the streams as they run in production, with simulated clock, database, model and sockets. */
export class SimRelay {
  readonly id: number;
  readonly serial: number;
  readonly streams: Streams;
  readonly inference: SimInference;
  readonly errors: string[] = [];
  /** Sessions that stopped waiting for the wallet at their end. Their receipts are from before that. */
  readonly unsettled = new Set<string>();
  readonly database: DatabaseConnection;
  isAlive = true;
  private readonly clock: ProcessClock;

  constructor(parts: RelayParts) {
    this.id = parts.id;
    this.serial = parts.serial;
    this.clock = new ProcessClock(parts.clock, parts.wallOffsetMs);
    this.inference = new SimInference(parts.note);
    this.database = parts.database.connect(() => this.isAlive);
    const nothing = (): void => undefined;
    this.streams = createStreams({
      inference: this.inference,
      calls: CallAnalysis,
      store: this.database,
      payments: this.database,
      clock: this.clock,
      timers: this.clock,
      ids: { newId: parts.newId, resumeHandle: () => parts.newId('rsm') },
      log: {
        error: (fields, message) => {
          this.errors.push(`${message} ${JSON.stringify(fields)}`);
        },
        warn: ({ session }, message) => {
          if (message.startsWith('the wallet did not answer in time')) this.unsettled.add(String(session));
        },
        info: nothing,
        debug: nothing,
      },
      metrics: {
        count: (name) => {
          if (name === 'audio_duplicate_samples') parts.duplicate();
        },
        closed: nothing,
        resultLatency: nothing,
        audioAnalysed: nothing,
      },
      verifyToken: () =>
        Promise.resolve({ kind: 'refused', code: 'unauthorized', message: 'no tokens here' }),
      maxSessions: 100,
      isOutage: (error) => error instanceof DatabaseAway,
    });
  }

  accept(link: Link, auth: StreamAuth): void {
    link.attach(this.streams.accept(link, auth));
  }

  /** Ends the process like kill -9. */
  kill(): void {
    this.isAlive = false;
    this.clock.kill();
  }
}

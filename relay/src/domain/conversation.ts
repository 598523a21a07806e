import type { ServerBody, Snapshot } from '@undertone/protocol';
import type { AnalysisResult } from './analysis.js';
import type {
  ClientVadEvent,
  ConversationConfig,
  ConversationDependencies,
  ConversationEnd,
  ConversationUpdate,
  CueAction,
  Json,
  TranscriptItem,
} from './conversation-types.js';

export type * from './conversation-types.js';

/**
 * One call as the rules see it: analysis results and client events in, messages out. Pure: no clock (time is audio
 * time), no socket, no storage; ids are injected. Every method returns what is to be sent, in order.
 */
export interface ConversationPort {
  /** The next result of a channel, in order. Voice activity of the server comes with it. */
  advance(result: AnalysisResult): ServerBody[];
  /** Voice activity as the page saw it; ignored when `vadMode` is `server`. */
  vadEvent(event: ClientVadEvent): ServerBody[];
  transcript(item: TranscriptItem): ServerBody[];
  feedback(cueId: string, action: CueAction, afterMs?: number): ServerBody[];
  /** Ends the open turn of a channel, or of all. */
  forceEndTurn(channel?: number): ServerBody[];
  /** Analysis stops here (hold, payment data, break): open turns end; smoothing and baselines stay. */
  pause(atMs: number): ServerBody[];
  update(change: ConversationUpdate): ServerBody[];
  end(): ConversationEnd;
  /** The newest of everything, for a resume or a late observer. `paused` is the stream's to set. */
  latest(): Omit<Snapshot, 'paused'>;
  /** Everything needed to go on after a restart of the relay. */
  snapshot(): Json;
}

export interface ConversationFactory {
  create(config: ConversationConfig, dependencies: ConversationDependencies): ConversationPort;
  /** @throws SnapshotError when `json` is not a snapshot of this version. */
  restore(json: unknown, dependencies: ConversationDependencies): ConversationPort;
}

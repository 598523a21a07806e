import type { ServerBody } from '@undertone/protocol';
import type { ReadingCorrection } from '../../domain/conversations/utterances/reading-correction.js';
import type { SavedMoods } from '../../domain/call/emotion/heard-mood.js';
import type { TurnListenerState } from '../../domain/conversations/utterances/turn-listener.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import type { ConversationNewsOptions } from './conversation-news.js';
import type { StreamConversations } from './stream-conversations.js';
import type { TrainingTurns } from './training-turns.js';

/** What a {@link TurnRecorder} needs of its session. */
export interface TurnRecorderOptions extends Pick<ConversationNewsOptions, 'onCorrected' | 'onCueAnswer'> {
  readonly sessions: StreamConversations;
  /** Stores a correction whose client waits for the answer; absent where `sessions` answers at once. */
  readonly correctNow?: StreamConversations['correct'];
  readonly orgId: string;
  readonly sessionId: string;
  readonly config: () => SessionConfig;
  /** Voices that are known to be the agent's, on channels that are not declared as the agent's. */
  readonly agents: () => readonly string[];
  /** The policy allows the analysis of agents. */
  readonly agentAnalysis: boolean;
  /** Corrections of a turn from the time it was open, oldest first. */
  readonly correctionsOf: (turnId: string) => readonly ReadingCorrection[];
  /**
   * How a turn that has ended sounded as a whole, as one label; `revised` where the full reader told it.
   * @returns what the client is told of it, after the turn's end
   */
  readonly onRead: (turnId: string, emotion: string | null, revised: boolean) => readonly ServerBody[];
  readonly say: (bodies: readonly ServerBody[]) => void;
  readonly wallMs: () => number;
  readonly onFailed: (error: unknown) => void;
  /** What another relay's checkpoint knew of the open turns. */
  readonly heard?: OpenTurnStates | undefined;
  /** What another relay's checkpoint knew of the voices' moods. */
  readonly moods?: SavedMoods | undefined;
  /** How much of the conversation was reported, according to another relay's checkpoint. */
  readonly revision?: number | undefined;
  /** Absent when nothing is trained. */
  readonly training?: TrainingTurns | undefined;
}

/** The open turns of a stream, as plain data. */
export type OpenTurnStates = readonly { readonly channel: number; readonly state: TurnListenerState }[];

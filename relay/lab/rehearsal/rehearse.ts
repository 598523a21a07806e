import type { ServerBody } from '@undertone/protocol';
import type { AnalysisResult } from '../../src/domain/call/analysis-result.js';
import { CallAnalysis } from '../../src/domain/call/call-analysis.js';
import type { Json } from '../../src/domain/call/call-types.js';
import type { SessionChannel, SessionConfig } from '../../src/domain/live/session-config.js';
import { DEFAULT_OPTIONS } from '../../src/domain/live/session-options.js';
import { analyzeFile } from '../../src/inference/file-analysis.js';
import type { InferencePool } from '../../src/inference/port.js';
import { callConfig } from '../../src/stream/handshake/call-config.js';
import { TurnRecorder } from '../../src/stream/conversation/turn-recorder.js';
import { LocalSessions } from './local-sessions.js';

/** One message of a rehearsed call. */
export interface Told {
  /** When the audio behind it was complete, on the call's clock. */
  atMs: number;
  /** The channel whose audio caused it. */
  channel: number;
  body: ServerBody;
}

export interface Rehearsal {
  told: readonly Told[];
  /** The state of the call analysis at the end. */
  state: Json;
}

/** Sends a call's audio through the relay's inference, all channels in one stream. */
export const analyzeCall = async (
  pool: InferencePool,
  channels: readonly Float32Array[],
): Promise<AnalysisResult[]> => {
  const results: AnalysisResult[] = [];
  await analyzeFile(pool, {
    id: 'rehearsal',
    channels,
    features: ['emotion', 'prosody', 'vad'],
    signal: new AbortController().signal,
    onResult: (result) => results.push(result),
  });
  // The channels' workers answer in any order. A live relay gets their results in parallel.
  return results.sort((a, b) => a.endMs - b.endMs || a.channel - b.channel);
};

/** Plays analyzed audio like a live stream: call analysis, turns, predictions and alerts, without learning. */
export const rehearse = async (
  results: readonly AnalysisResult[],
  config: SessionConfig,
): Promise<Rehearsal> => {
  const counts = new Map<string, number>();
  const newId = (prefix: string) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}_${count}`;
  };
  const agentAnalysis = config.channels.every(({ analyse }) => analyse);
  const conversation = CallAnalysis.create(callConfig('ses_rehearsal', config, agentAnalysis), {
    newId,
  });
  const told: Told[] = [];
  let at = { atMs: 0, channel: 0 };
  const say = (bodies: readonly ServerBody[]) => {
    for (const body of bodies) told.push({ ...at, body });
  };
  const observer = new TurnRecorder({
    sessions: new LocalSessions(config.language),
    orgId: 'org_rehearsal',
    sessionId: 'ses_rehearsal',
    config: () => config,
    agents: () => conversation.agents(),
    agentAnalysis,
    correctionsOf: () => [],
    onCorrected: () => undefined,
    onCueAnswer: () => undefined,
    onRead: (turnId, emotion, revised) => conversation.label(turnId, emotion, revised),
    say,
    wallMs: () => 0,
    onFailed: (error) => {
      throw error;
    },
  });
  const take = async (bodies: readonly ServerBody[]) => {
    say(bodies);
    observer.watch(bodies);
    await observer.settled();
  };
  for (const result of results) {
    at = { atMs: result.endMs, channel: result.channel };
    observer.hear(result);
    await take(conversation.advance(result));
  }
  await take(conversation.end());
  return { told, state: conversation.snapshot() };
};

/** The configuration of a rehearsed call: a caller, an agent, and all messages of steering and predictions. */
export const rehearsalConfig = (agentAnalysis: boolean): SessionConfig => {
  const channel = (id: string, subject: 'customer' | 'agent', analyse: boolean): SessionChannel => ({
    id,
    subject,
    analyse,
    encoding: 'pcm_f32le',
    sampleRate: 16_000,
    frameMs: 40,
  });
  return {
    ...DEFAULT_OPTIONS,
    vertical: 'contact_center',
    language: 'en',
    channels: [channel('caller', 'customer', true), channel('agent', 'agent', agentAnalysis)],
  };
};

import { type AgentSteering, LIMITS } from '@undertone/protocol';
import type { Baseline } from '../call/emotion/baseline.js';
import type { AnalysisResult } from '../call/analysis-result.js';
import { CallAnalysis } from '../call/call-analysis.js';
import type { CallDependencies } from '../call/call-types.js';
import type { AnalysisFeature, Subject } from '../recordings/analysis-request.js';
import type { VerticalName } from '../call/verticals/verticals.js';
import type { SpokenStretch } from './recording-voices.js';

/** A cue that an agent would have got who heard the recording live. */
export interface RecordingCue {
  readonly cueId: string;
  /** When it would have come. */
  readonly atMs: number;
  readonly channel: number;
  readonly mode: AgentSteering['mode'];
  readonly cue: NonNullable<AgentSteering['cue']>;
}

export interface RecordingCuesOptions {
  readonly channels: number;
  readonly subject: Subject;
  readonly vertical: VerticalName;
  readonly features: readonly AnalysisFeature[];
  /** Of the texts. */
  readonly language: string;
  /** Whether policy allows analyzing `subject: agent`. */
  readonly agentAnalysis: boolean;
  /** Who speaks when, where several people share a channel. */
  readonly stretches?: readonly SpokenStretch[] | undefined;
  /** How the only person usually sounds, from earlier calls. */
  readonly usual?: Baseline | undefined;
  readonly newId: CallDependencies['newId'];
}

/**
 * Sends a recording's results through the rules of a live call, steering included, as if it were streamed: the same cues at the same
 * moments. Nobody says which voice of a recording is the agent's, so every channel has the recording's subject.
 */
export class RecordingCues {
  readonly cues: RecordingCue[] = [];
  private readonly call: CallAnalysis;
  /** Results that wait for those of the other channels: a call goes along one clock. */
  private readonly waiting: AnalysisResult[][];
  private readonly stretches: readonly SpokenStretch[];

  constructor(options: RecordingCuesOptions) {
    const { channels, subject, vertical, features, language, agentAnalysis, usual, newId } = options;
    this.waiting = Array.from({ length: channels }, () => []);
    this.stretches = options.stretches ?? [];
    this.call = CallAnalysis.create(
      {
        sessionId: 'recording',
        vertical,
        language,
        channels: this.waiting.map((_, index) => ({ id: idOf(index), subject })),
        features,
        outputs: { probabilities: false, prosody: false },
        vadMode: 'server',
        endSilenceMs: LIMITS.endSilenceMs.default,
        steering: { enabled: true },
        agentAnalysis,
      },
      { newId },
    );
    if (usual !== undefined) this.call.resumeBaseline(idOf(0), usual);
  }

  /** Takes the next result of a channel. */
  hear(result: AnalysisResult): void {
    this.waiting[result.channel]?.push(result);
    while (this.waiting.every(({ length }) => length > 0)) this.advance();
  }

  /** Call it after the last result. */
  end(): void {
    while (this.waiting.some(({ length }) => length > 0)) this.advance();
  }

  /** Goes on with the earliest result. */
  private advance(): void {
    const [first] = this.waiting
      .filter(({ length }) => length > 0)
      .sort((a, b) => (a[0]?.endMs ?? 0) - (b[0]?.endMs ?? 0));
    const result = first?.shift();
    if (result === undefined) return;
    const speaker = this.speakerOf(result);
    const bodies = this.call.advance(speaker === undefined ? result : { ...result, speaker });
    for (const body of bodies) {
      if (body.kind !== 'agent_steering') continue;
      const { cueId, timestampMs, mode, cue } = body.value;
      if (cue !== undefined) {
        this.cues.push({ cueId, atMs: timestampMs, channel: result.channel, mode, cue });
      }
    }
  }

  /** Who speaks for most of a result; undefined while nobody does. */
  private speakerOf({ startMs, endMs }: AnalysisResult): string | undefined {
    let most = 0;
    let speaker: string | undefined;
    for (const stretch of this.stretches) {
      const sharedMs = Math.min(endMs, stretch.endMs) - Math.max(startMs, stretch.startMs);
      if (sharedMs <= most) continue;
      most = sharedMs;
      speaker = stretch.key;
    }
    return speaker;
  }
}

const idOf = (channel: number): string => `ch${channel}`;

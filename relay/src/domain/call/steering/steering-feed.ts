import type { AgentSteering, ServerBody } from '@undertone/protocol';
import type { AnalysisResult } from '../analysis-result.js';
import { roleOn, speakerOn } from '../channel-roles.js';
import type { ChannelState } from '../channel-state.js';
import type { CallState } from '../call-state.js';
import { catalogFor } from '../cues/catalog.js';
import { announceLate, announceLowTone, announceMode, isWorthWaiting } from './steering-message.js';
import { STEERING } from '../thresholds.js';
import type { SpeakerReading, SpeakerStep } from '../emotion/speaker-state.js';

/** Decides which changes of a voice become steering messages in a conversation, and keeps the newest message. */
export class SteeringFeed {
  /** Not part of the snapshot, because a cue is soon out of date. */
  private newest: AgentSteering | undefined;

  constructor(
    private readonly state: CallState,
    private readonly newCueId: () => string,
  ) {}

  /** @param clockMs the session's clock: the time of the channel that is furthest ahead */
  tell(
    own: ChannelState,
    { channel, endMs }: AnalysisResult,
    { reading, toneEvent, modeChange }: SpeakerStep,
    clockMs: number,
  ): ServerBody[] {
    const { config, cues } = this.state;
    if (reading === undefined || !config.steering.enabled) return [];
    const moment = {
      speakerId: speakerOn(this.state, channel),
      channel,
      atMs: Math.max(endMs, clockMs),
      reading,
      catalog: catalogFor(config.language),
      alertBudget: config.steering.alertBudget,
      newCueId: this.newCueId,
    };
    const { voice } = own;
    const { mode, cueDue } = voice.steering;
    const announced =
      modeChange !== undefined
        ? announceMode(cues, modeChange, moment)
        : cueDue && reading.signals.escalation >= STEERING.hotEscalation
          ? announceLate(cues, mode, moment)
          : this.losesHeart(channel, reading, toneEvent)
            ? announceLowTone(cues, mode, moment)
            : undefined;
    const due = announced?.message.cue === undefined && (cueDue || modeChange !== undefined);
    voice.steering = { ...voice.steering, cueDue: due && isWorthWaiting(mode) };
    if (announced === undefined) return [];
    this.state.cues = announced.budget;
    this.newest = announced.message;
    return [{ kind: 'agent_steering', value: announced.message }];
  }

  /** The newest message, until its cue expires. */
  latest(clockMs: number): AgentSteering | undefined {
    const { newest } = this;
    return newest?.cue !== undefined && clockMs < newest.timestampMs + newest.cue.ttlMs ? newest : undefined;
  }

  /** Whether a caller's voice got darker but not hotter. Anger is dark too, but has its own cue. */
  private losesHeart(
    channel: number,
    { z, signals }: SpeakerReading,
    event: SpeakerStep['toneEvent'],
  ): boolean {
    return (
      event?.direction === 'darkening' &&
      !event.resolved &&
      roleOn(this.state, channel) === 'caller' &&
      z.arousal < STEERING.lowArousalZ &&
      signals.escalation < STEERING.coolEscalation
    );
  }
}

import type { Directive, ServerBody } from '@undertone/protocol';
import type { AnalysisResult } from '../analysis-result.js';
import { roleOn, speakerOn } from '../channel-roles.js';
import type { ChannelState } from '../channel-state.js';
import type { CallState } from '../call-state.js';
import { catalogFor } from '../cues/catalog.js';
import { buildDirective } from './directive.js';
import { RecentTones } from './recent-tones.js';
import { readSpeaker, type SpeakerReading } from '../emotion/speaker-state.js';

/** Decides when a directive of a conversation is due, and keeps the newest of each channel. */
export class DirectiveFeed {
  /** Not part of the snapshot, because the next 250 ms of speech give new directives. */
  private readonly newest = new Map<number, Directive>();
  private readonly past = new RecentTones();

  constructor(
    private readonly state: CallState,
    private readonly newDirectiveId: () => string,
  ) {}

  /** One directive per result with speech, at most at the requested rate, and one more when the speech is over. */
  tell(
    channel: ChannelState,
    result: AnalysisResult,
    speechMs: number,
    reading: SpeakerReading | undefined,
  ): ServerBody[] {
    const speech = speechMs > 0;
    if (!speech && !channel.speaking) return [];
    const { config } = this.state;
    const sinceMs = result.endMs - (channel.directiveEndMs ?? -Infinity);
    const tooSoon = config.outputs.maxRateHz !== undefined && sinceMs < 1000 / config.outputs.maxRateHz;
    if (speech && channel.speaking && tooSoon) return [];
    const value = buildDirective({
      directiveId: this.newDirectiveId(),
      speakerId: speakerOn(this.state, result.channel),
      result,
      startMs: channel.speaking ? (channel.directiveEndMs ?? result.startMs) : result.startMs,
      speech,
      voice: channel.voice,
      // A sound that is not speech has no reading, and the earlier reading is not repeated for it.
      reading: reading ?? (result.notSpeech === undefined ? readSpeaker(channel.voice, result) : undefined),
      config,
      role: roleOn(this.state, result.channel),
      catalog: catalogFor(config.language),
    });
    channel.speaking = speech;
    channel.directiveEndMs = result.endMs;
    this.newest.set(result.channel, value);
    this.past.add(value);
    return [{ kind: 'directive', value }];
  }

  /** Another person now speaks on the channel. The directive about the previous one must not be shown for them. */
  forget(channel: number): void {
    this.newest.delete(channel);
  }

  /** From now on, no directive tells how this speaker sounded. */
  forgetSpeaker(speakerId: string): void {
    this.past.forgetSpeaker(speakerId);
    for (const [channel, directive] of this.newest) {
      if (directive.speakerId === speakerId) this.newest.delete(channel);
    }
  }

  /** For each channel: the directives of its last minute in order of time, ending with the newest. */
  recent(): Directive[] {
    const channels = new Set([...this.past.channels(), ...this.newest.keys()]);
    return [...channels]
      .sort((a, b) => a - b)
      .flatMap((channel) => {
        const newest = this.newest.get(channel);
        const before = this.past.before(channel, newest);
        return newest === undefined ? before : [...before, newest];
      });
  }

  latest(): Directive[] {
    return [...this.newest.values()].sort((a, b) => a.channel - b.channel);
  }
}

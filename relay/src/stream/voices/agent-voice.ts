import type { EnrollAgent } from '@undertone/protocol';
import { ANALYSIS_SAMPLE_RATE_HZ, Resampler } from '@undertone/prosody';
import { bytesPerSample } from '../../domain/live/audio-encoding.js';
import type { SessionChannel } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { name } from '../../domain/live/session-options.js';
import type { Voiceprint } from '../../domain/speakers/voice-engine.js';
import { decodeInto } from '@undertone/hearing';
import type { StreamVoices } from './ports.js';
import { defined } from '../../domain/defined.js';

/** The longest name of a consent in the customer's own records. */
const TOKEN_CHARACTERS = 256;
/** The same limit as for an enrolled person. */
const LABEL_CHARACTERS = 128;
/** More than a minute of one voice gives no new information. */
const LONGEST_S = 60;

/** The result of an `enroll_agent`. */
export interface AgentAnswer {
  readonly voiceprint: Voiceprint | undefined;
  readonly verified: boolean;
  readonly evidenceSeconds: number;
  readonly profileId?: string;
  readonly label?: string;
}

/**
 * Learns how this call's agent sounds, from an enrolled person's profile or from audio in the encoding of
 * channel 0, in one or more messages.
 */
export class AgentVoice {
  private pieces: Float32Array[] = [];
  private samples = 0;
  /** It may come with any of the messages. */
  private label: string | undefined;

  constructor(
    private readonly voices: StreamVoices,
    private readonly orgId: string,
    private readonly channel: SessionChannel | undefined,
  ) {}

  /** @throws SessionFault */
  async learn({ label, ...order }: EnrollAgent): Promise<AgentAnswer> {
    if (label !== undefined) this.label = name(label, 'label', LABEL_CHARACTERS);
    const { label: shown } = this;
    const answer = await this.hear(order);
    if (answer.verified) this.label = undefined;
    return { ...answer, ...defined({ label: shown }) };
  }

  private async hear({ audio, profileId, consentToken }: EnrollAgent): Promise<AgentAnswer> {
    if ((audio === undefined) === (profileId === undefined)) {
      throw new SessionFault('validation_error', 'exactly one of audio and profile_id is required', {
        param: 'audio',
      });
    }
    if (profileId !== undefined) return this.fromProfile(profileId);
    if (consentToken === undefined || consentToken.trim() === '' || consentToken.length > TOKEN_CHARACTERS) {
      throw new SessionFault('policy_blocked', 'a voice is enrolled with the person’s own consent only', {
        param: 'consent_token',
      });
    }
    return this.fromAudio(audio ?? new Uint8Array(0));
  }

  wipe(): void {
    for (const piece of this.pieces) piece.fill(0);
    this.pieces = [];
    this.samples = 0;
    this.label = undefined;
  }

  private async fromProfile(profileId: string): Promise<AgentAnswer> {
    const voiceprint = await this.voices.people.voiceOf(this.orgId, profileId);
    if (voiceprint === undefined) {
      throw new SessionFault('forbidden', 'this person is not one of the organization’s', {
        param: 'profile_id',
      });
    }
    if (voiceprint === 'enroll_again') {
      const message =
        'the model in use cannot compare this person’s voice: enroll the person again, or send audio';
      throw new SessionFault('conflict', message, { param: 'profile_id' });
    }
    return { voiceprint, profileId, verified: true, evidenceSeconds: voiceprint.speechSeconds };
  }

  private async fromAudio(audio: Uint8Array): Promise<AgentAnswer> {
    this.take(audio);
    const samples = new Float32Array(this.samples);
    let at = 0;
    for (const piece of this.pieces) {
      samples.set(piece, at);
      at += piece.length;
    }
    const { engine } = this.voices;
    const never = new AbortController().signal;
    const { speakers } = await engine.hear({ samples, voiceprints: true, signal: never });
    samples.fill(0);
    const voiceprint = [...speakers].sort((a, b) => b.talkMs - a.talkMs)[0]?.voiceprint;
    const { thresholds } = await engine.comparison();
    const evidenceSeconds = voiceprint?.speechSeconds ?? 0;
    const verified = speakers.length === 1 && evidenceSeconds >= thresholds.enrollSpeechSeconds;
    if (verified) this.wipe();
    return { voiceprint: verified ? voiceprint : undefined, verified, evidenceSeconds };
  }

  private take(audio: Uint8Array): void {
    const { channel } = this;
    if (channel === undefined) return;
    const count = audio.length / bytesPerSample(channel.encoding);
    const decoded = new Float32Array(Math.floor(count));
    if (!Number.isInteger(count) || count === 0 || !decodeInto(channel.encoding, audio, count, decoded)) {
      throw new SessionFault(
        'undecodable_audio',
        'audio must be whole samples in the encoding of channel 0',
        {
          param: 'audio',
        },
      );
    }
    const piece = resampled(decoded, channel.sampleRate);
    if (this.samples + piece.length > LONGEST_S * ANALYSIS_SAMPLE_RATE_HZ) {
      throw new SessionFault('audio_too_long', `an agent is enrolled from at most ${LONGEST_S} s`, {
        param: 'audio',
      });
    }
    this.pieces.push(piece);
    this.samples += piece.length;
  }
}

const resampled = (samples: Float32Array, rateHz: number): Float32Array => {
  if (rateHz === ANALYSIS_SAMPLE_RATE_HZ) return samples;
  const resampler = new Resampler(rateHz);
  const output = new Float32Array(2 * resampler.maxOutput(samples.length));
  const written = resampler.process(samples, output);
  return output.subarray(0, written + resampler.flush(output, written));
};

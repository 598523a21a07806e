import type { Channel, Consent, KnownFeature, Subject, VadMode, WireEncoding } from '@undertone/protocol';

export type SessionFeature = KnownFeature;
export type SessionSubject = Exclude<Subject, 'unspecified'>;
export type SessionVadMode = Exclude<VadMode, 'unspecified'>;

export interface SessionChannel {
  id: string;
  subject: SessionSubject;
  encoding: WireEncoding;
  /** Hz. */
  sampleRate: number;
  frameMs: number;
  /** Several people share the channel: they are told apart by their voices. Absent in checkpoints of before there were such. */
  mixed?: boolean;
  /** False where policy forbids analyzing the subject: the samples are dropped unread, the audio clock goes on. */
  analyse: boolean;
}

/** What a channel is called that the hello did not name. */
export const defaultChannelId = (index: number): string => `ch${index}`;

/** What the relay says of the channels that were agreed on. */
export const wireChannels = ({ channels }: Pick<SessionConfig, 'channels'>): Channel[] =>
  channels.map(({ id, subject, encoding, sampleRate, frameMs, mixed }) => ({
    id,
    subject,
    encoding,
    sampleRate,
    frameMs,
    ...(mixed === true && { mixed }),
  }));

/** What `session.update` may change. */
export interface SessionOptions {
  vertical: string;
  features: SessionFeature[];
  outputs: { intervalMs: number; probabilities: boolean; prosody: boolean; maxRateHz?: number };
  vadMode: SessionVadMode;
  endSilenceMs: number;
  steering: { enabled: boolean; alertBudget?: number };
  consent?: Consent;
  metadata: Record<string, string>;
}

/** A session as it was agreed on in the handshake. Plain data: it is part of the checkpoint. */
export interface SessionConfig extends SessionOptions {
  channels: SessionChannel[];
  /** BCP 47, from the metadata; cue texts follow it. */
  language: string;
  /** As it was asked for; from the opening on `name@version` of the tuned model in use. Absent: the default. */
  model?: string;
  source?: string;
  client?: { sdk?: string; version?: string; runtime?: string };
  traceparent?: string;
}

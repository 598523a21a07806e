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
  /** Several people share the channel and are told apart by their voices. Absent in older checkpoints. */
  mixed?: boolean;
  /** False when policy forbids analyzing the subject. The samples are dropped without analysis; the audio clock continues. */
  analyse: boolean;
}

/** The agreed channels in the form of the realtime messages. */
export const wireChannels = ({ channels }: Pick<SessionConfig, 'channels'>): Channel[] =>
  channels.map(({ id, subject, encoding, sampleRate, frameMs, mixed }) => ({
    id,
    subject,
    encoding,
    sampleRate,
    frameMs,
    ...(mixed === true && { mixed }),
  }));

/** The options that `session.update` may change. */
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

/** A session's configuration from the handshake. Plain data, part of the checkpoint. */
export interface SessionConfig extends SessionOptions {
  channels: SessionChannel[];
  /** BCP 47, from the metadata. The language of cue texts. */
  language: string;
  /** The requested model; once the session is open, `name@version` of the tuned model in use. Absent: the default. */
  model?: string;
  /** The microphone, trunk or queue that is heard. Absent in checkpoints of before there were lines, and where no key is known. */
  line?: string;
  source?: string;
  client?: { sdk?: string; version?: string; runtime?: string };
  traceparent?: string;
  /** The page hears and sends what it heard; no audio is taken. */
  privacy?: 'features';
  /** What the page hears with, by its own account. */
  pageModel?: { id: string; version?: string };
}

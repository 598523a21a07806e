import { LIMITS, type AudioSource, type ProsodyFrames, type Transcript, type Vad } from '@undertone/protocol';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import { invalidField } from '../../domain/live/session-fault.js';
import { name, within } from '../../domain/live/session-options.js';
import type { LiveSession } from '../live-session.js';
import { takeWords } from './words.js';

const MAX_TRANSCRIPT_CHARS = 4_000;
/** Ten seconds at a hop of 10 ms. */
const MAX_PROSODY_FRAMES = 1_000;
const HOP_MS = { min: 1, max: 100 };
const ID_CHARS = 128;

/** Warns when the device records at a lower rate than the wire rate. */
export const warnOfSource = (session: LiveSession, source: AudioSource): void => {
  const { channel } = session.ingest.lane(source.channel, 'channel');
  const detail = { channel: String(source.channel) };
  if (source.sampleRate !== undefined && source.sampleRate < channel.sampleRate) {
    session.warn('sample_rate_mismatch', 'the device records at a lower rate than the stream carries', {
      ...detail,
      device_rate: String(source.sampleRate),
      wire_rate: String(channel.sampleRate),
    });
  }
  if (source.narrowband === true)
    session.warn('narrowband_input', 'the device says that it is narrow-band', detail);
};

/**
 * Takes prosody that the page computed. It is checked and counted, and it changes no result. The relay
 * computes its own from the same samples, so that two pages with different library versions get the same
 * figures.
 */
export const readEdgeProsody = (session: LiveSession, frames: ProsodyFrames): void => {
  session.ingest.lane(frames.channel, 'channel');
  within(frames.hopMs, HOP_MS, 'hop_ms');
  const count = frames.f0.length;
  if (count > MAX_PROSODY_FRAMES) throw invalidField('f0', `at most ${MAX_PROSODY_FRAMES} values`);
  const lists = [
    { param: 'voiced', values: frames.voiced },
    { param: 'energy_db', values: frames.energyDb },
    { param: 'vad_p', values: frames.vadP },
  ];
  for (const { param, values } of lists) {
    if (values.length !== 0 && values.length !== count) throw invalidField(param, 'as long as f0');
  }
  if (![...frames.f0, ...frames.energyDb, ...frames.vadP].every(Number.isFinite)) {
    throw invalidField('f0', 'finite numbers, like energy_db and vad_p');
  }
  session.deps.metrics.count('edge_prosody_frames', count);
};

/**
 * Takes the page's voice activity. It may be ahead of the audio that waits in the client's ring, and behind it after a broken link:
 * further away it would begin or end a turn at a time that has no audio.
 */
export const readVoiceActivity = (session: LiveSession, { channel, event, sample }: Vad): void => {
  const lane = session.ingest.lane(channel, 'channel');
  const { sampleRate, analyse } = lane.channel;
  if (event === 'unspecified') throw invalidField('event', 'start, end or misfire');
  const ring = (LIMITS.clientRingMs * sampleRate) / 1_000;
  const { received } = lane.clock;
  if (sample > received + ring) throw invalidField('sample', 'at most 30 s ahead of the audio');
  if (session.state.kind !== 'live' || !analyse) return;
  const atMs = samplesToMs(Math.max(sample, received - ring), sampleRate);
  const heard = { channel, kind: event, atMs };
  if (lane.channel.mixed === true && sample >= lane.clock.analysed) {
    session.checkpointNeed.changed();
    session.pageActivity.hold(heard);
  } else session.say(session.call.vadEvent(heard));
};

/** Takes the words of a turn. */
export const readTranscript = (session: LiveSession, transcript: Transcript): void => {
  const { itemId, text, speakerId, startMs, endMs, isFinal, language } = transcript;
  name(itemId, 'item_id', ID_CHARS);
  if (text.length > MAX_TRANSCRIPT_CHARS)
    throw invalidField('text', `at most ${MAX_TRANSCRIPT_CHARS} characters`);
  if (endMs < startMs) throw invalidField('end_ms', 'at or after start_ms');
  const { state } = session;
  // What is said while a payment is taken may be the number of a card.
  const isDropped =
    state.kind === 'paused' && (state.pause === 'consent_withdrawn' || state.pause === 'payment_data');
  if (isDropped) return;
  takeWords(session, {
    itemId,
    text,
    startMs,
    endMs,
    isFinal,
    ...(speakerId !== undefined && { speakerId: name(speakerId, 'speaker_id', ID_CHARS) }),
    ...(language !== undefined && { language: name(language, 'language', 35) }),
  });
};

import type { Semaphore } from '../../concurrency/semaphore.js';
import type { Payer } from '../billing/payer.js';
import { recordingHold } from '../billing/recording-hold.js';
import type { Wallet } from '../billing/wallet.js';
import { withHold } from '../billing/with-hold.js';
import type { AudioSource } from '../recordings/analysis-request.js';
import type { RunEngine } from '../recordings/ports.js';
import { RecordingChannel, type RecordingQuality } from '../recordings/recording-channel.js';
import { type AudioPorts, withAudio } from '../recordings/with-audio.js';
import { type EnrolledVoice, readEnrollment } from './enrollment-rules.js';
import type { VoiceComparison, VoiceEngine } from './voice-engine.js';

/** The longest recording of an enrollment. More audio adds nothing new about a voice. */
const MAX_ENROLLMENT_S = 300;

export interface EnrollmentRecordingOptions extends AudioPorts {
  readonly engine: VoiceEngine;
  /** The analysis path of the live streams, to measure the quality of a recording. */
  readonly analyze: RunEngine;
  readonly wallet: Wallet;
  readonly places: Semaphore;
}

/** Who enrolls and pays. */
export interface EnrollmentCall extends Payer {
  /** Unique. Money is held and charged under it, once. */
  readonly id: string;
  readonly signal: AbortSignal;
}

/**
 * Hears the voice of an enrollment and charges its recording as an analysis. A recording that cannot be used costs nothing.
 *
 * @param use stores the voice; the recording is charged after it
 * @throws Fault as {@link readEnrollment}; of the audio, the queue and the wallet; whatever `use` throws
 */
export const useEnrollment = async (
  options: EnrollmentRecordingOptions,
  call: EnrollmentCall,
  source: AudioSource,
  use: (voice: EnrolledVoice, voices: VoiceComparison) => Promise<void>,
): Promise<void> => {
  const { places, engine, wallet } = options;
  const { signal } = call;
  const order = {
    maxSeconds: MAX_ENROLLMENT_S,
    separateChannels: false,
    orgId: call.organization.id,
    signal,
  };
  await places.run(
    () =>
      withAudio(options, source, order, (audio) => {
        const [samples] = audio.channels;
        if (samples === undefined) throw new Error('a recording has a channel');
        const cost = recordingHold(call, call.id, audio);
        return withHold(wallet, cost, async (hold) => {
          const quality = await qualityOf(options.analyze, call, samples);
          const heard = await engine.hear({ samples, signal, voiceprints: true });
          const voices = await engine.comparison();
          await use(readEnrollment(heard, quality, voices), voices);
          await wallet.settle(hold, cost.microCredits);
        });
      }),
    signal,
  );
};

const qualityOf = async (
  analyze: RunEngine,
  { id, signal }: EnrollmentCall,
  samples: Float32Array,
): Promise<RecordingQuality> => {
  const channel = new RecordingChannel(0, () => id);
  await analyze({
    id: `${id}/quality`,
    channels: [samples],
    features: ['prosody'],
    signal,
    onResult: (result) => channel.advance(result),
  });
  channel.end();
  return channel.quality;
};

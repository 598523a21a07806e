import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import {
  type Diarization,
  joinFrames,
  type SpeakerFrames,
  type SpeakerMetadata,
  type SpeakerModel,
} from '@undertone/speaker';

/** The length of a slice. A live channel waits at most 20 milliseconds of work for a recording. */
const SLICE_SAMPLES = 5 * ANALYSIS_SAMPLE_RATE_HZ;

/** Processes one recording slice by slice, so that live channels can run in between. */
export class RecordingSpeakers {
  private readonly listener;
  private frames: SpeakerFrames[] = [];
  private at = 0;

  constructor(
    readonly id: number,
    private readonly samples: Float32Array,
    private readonly voiceprints: boolean,
    private readonly metadata: SpeakerMetadata,
    model: SpeakerModel,
    private readonly diarize: (metadata: SpeakerMetadata, frames: SpeakerFrames) => Diarization,
  ) {
    this.listener = model.createListener();
  }

  /** Processes the next slice. @returns undefined until the last one is done */
  async step(): Promise<Diarization | undefined> {
    if (this.at < this.samples.length) {
      const slice = this.samples.subarray(this.at, this.at + SLICE_SAMPLES);
      this.at += slice.length;
      this.frames.push(await this.listener.push(slice));
      return undefined;
    }
    this.frames.push(await this.listener.end());
    this.wipe();
    const found = this.diarize(this.metadata, joinFrames(this.frames));
    this.frames = [];
    if (this.voiceprints) return found;
    // Without consent, voices are only distinguished: voiceprints do not leave this class.
    return { ...found, speakers: found.speakers.map(({ speaker, talkMs }) => ({ speaker, talkMs })) };
  }

  wipe(): void {
    this.samples.fill(0);
  }
}

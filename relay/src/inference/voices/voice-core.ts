import type {
  Diarization,
  OnlineDiarizer,
  OnlineDiarizerOptions,
  SpeakerFrames,
  SpeakerMetadata,
  SpeakerModel,
} from '@undertone/speaker';
import { RecordingSpeakers } from './recording-speakers.js';
import { createSpeakerTracker, type SpeakerTracker } from './speaker-tracker.js';
import type { FromVoiceWorker, ToVoiceWorker, VoiceNews } from './voice-messages.js';

export interface VoiceCoreOptions {
  readonly model: SpeakerModel;
  readonly diarize: (metadata: SpeakerMetadata, frames: SpeakerFrames) => Diarization;
  readonly createDiarizer: (metadata: SpeakerMetadata, options: OnlineDiarizerOptions) => OnlineDiarizer;
  readonly send: (message: FromVoiceWorker) => void;
  /** Lets the thread receive messages between steps. */
  readonly yieldTurn: () => Promise<void>;
}

/** Messages of so many trackers at most are answered together, so that what comes meanwhile does not wait long. */
const MOST_TOGETHER = 32;

type LiveMessage = Extract<ToVoiceWorker, { kind: 'audio' | 'gap' | 'end' }>;

/**
 * The work of the voice worker, without the thread: live trackers first, and slices of recordings between them. Trackers that
 * wait at the same time are answered together, because they can share a call of the network.
 */
export class VoiceCore {
  private readonly trackers = new Map<number, SpeakerTracker>();
  private live: LiveMessage[] = [];
  private readonly recordings: RecordingSpeakers[] = [];
  private draining: Promise<void> | undefined;

  constructor(private readonly options: VoiceCoreOptions) {}

  receive(message: Exclude<ToVoiceWorker, { kind: 'stop' }>): void {
    const { model, createDiarizer, diarize } = this.options;
    switch (message.kind) {
      case 'open':
        this.trackers.set(
          message.tracker,
          createSpeakerTracker(message.setup, {
            model,
            createDiarizer: (options) => createDiarizer(model.metadata, options),
          }),
        );
        return;
      case 'close':
        this.trackers.delete(message.tracker);
        this.live = this.live.filter(({ tracker }) => tracker !== message.tracker);
        return;
      case 'voiceprints':
        this.trackers.get(message.tracker)?.voiceprints(message.on);
        return;
      case 'forget': {
        const at = this.recordings.findIndex(({ id }) => id === message.id);
        if (at >= 0) this.recordings.splice(at, 1)[0]?.wipe();
        return;
      }
      case 'hear': {
        const { id, samples, voiceprints } = message;
        this.recordings.push(new RecordingSpeakers(id, samples, voiceprints, model.metadata, model, diarize));
        break;
      }
      case 'audio':
      case 'gap':
      case 'end':
        this.live.push(message);
        break;
    }
    this.draining ??= this.drain().finally(() => (this.draining = undefined));
  }

  /** Resolves when everything received so far is answered. */
  async idle(): Promise<void> {
    while (this.draining !== undefined) await this.draining;
  }

  private async drain(): Promise<void> {
    for (;;) {
      await this.options.yieldTurn();
      const round = this.nextRound();
      if (round.length > 0) await Promise.all(round.map((message) => this.answer(message)));
      else if (this.recordings[0] !== undefined) await this.hear(this.recordings[0]);
      else return;
    }
  }

  /** The first message of each tracker that waits: what is sent to one is answered one after the other. */
  private nextRound(): readonly LiveMessage[] {
    const first = new Map<number, LiveMessage>();
    for (const message of this.live) {
      if (first.size === MOST_TOGETHER) break;
      if (!first.has(message.tracker)) first.set(message.tracker, message);
    }
    const round = new Set(first.values());
    this.live = this.live.filter((message) => !round.has(message));
    return [...round];
  }

  private async answer(message: LiveMessage): Promise<void> {
    const tracker = this.trackers.get(message.tracker);
    if (tracker === undefined) return;
    const { send } = this.options;
    try {
      const news = await newsOf(tracker, message);
      // If the tracker was closed in the meantime, no answer is due.
      if (this.trackers.has(message.tracker)) send({ kind: 'news', tracker: message.tracker, news });
    } catch (error) {
      this.trackers.delete(message.tracker);
      send({ kind: 'broken', tracker: message.tracker, message: messageOf(error) });
    }
  }

  private async hear(recording: RecordingSpeakers): Promise<void> {
    const { send } = this.options;
    try {
      const diarization = await recording.step();
      if (diarization === undefined) {
        send({ kind: 'progress', id: recording.id });
        return;
      }
      send({ kind: 'diarized', id: recording.id, diarization });
    } catch (error) {
      send({ kind: 'failed', id: recording.id, message: messageOf(error) });
    }
    recording.wipe();
    const at = this.recordings.indexOf(recording);
    if (at >= 0) this.recordings.splice(at, 1);
  }
}

const newsOf = (tracker: SpeakerTracker, message: LiveMessage): Promise<VoiceNews> => {
  switch (message.kind) {
    case 'audio':
      return tracker.audio(message.payload);
    case 'gap':
      return tracker.gap(message.durationMs);
    case 'end':
      return tracker.end();
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

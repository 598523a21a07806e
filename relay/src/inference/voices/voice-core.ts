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

/** Messages of as many lines are answered together at most, so that lines and orders that come meanwhile do not wait long. */
const MOST_TOGETHER = 32;

type LiveMessage = Extract<ToVoiceWorker, { kind: 'audio' | 'gap' | 'end' }>;

/**
 * The work of the voice worker, without the thread: live lines first, and slices of recordings between them. Lines that wait
 * at the same time are answered together, because they can share a call of the network.
 */
export class VoiceCore {
  private readonly lines = new Map<number, SpeakerTracker>();
  private live: LiveMessage[] = [];
  private readonly recordings: RecordingSpeakers[] = [];
  private draining: Promise<void> | undefined;

  constructor(private readonly options: VoiceCoreOptions) {}

  receive(message: Exclude<ToVoiceWorker, { kind: 'stop' }>): void {
    const { model, createDiarizer, diarize } = this.options;
    switch (message.kind) {
      case 'open':
        this.lines.set(
          message.line,
          createSpeakerTracker(message.setup, {
            model,
            createDiarizer: (options) => createDiarizer(model.metadata, options),
          }),
        );
        return;
      case 'close':
        this.lines.delete(message.line);
        this.live = this.live.filter(({ line }) => line !== message.line);
        return;
      case 'voiceprints':
        this.lines.get(message.line)?.voiceprints(message.on);
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

  /** The first message of each line that waits: what a line sends is answered one after the other. */
  private nextRound(): readonly LiveMessage[] {
    const first = new Map<number, LiveMessage>();
    for (const message of this.live) {
      if (first.size === MOST_TOGETHER) break;
      if (!first.has(message.line)) first.set(message.line, message);
    }
    const round = new Set(first.values());
    this.live = this.live.filter((message) => !round.has(message));
    return [...round];
  }

  private async answer(message: LiveMessage): Promise<void> {
    const line = this.lines.get(message.line);
    if (line === undefined) return;
    const { send } = this.options;
    try {
      const news = await newsOf(line, message);
      // If the line was closed in the meantime, no answer is due.
      if (this.lines.has(message.line)) send({ kind: 'news', line: message.line, news });
    } catch (error) {
      this.lines.delete(message.line);
      send({ kind: 'broken', line: message.line, message: messageOf(error) });
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

const newsOf = (line: SpeakerTracker, message: LiveMessage): Promise<VoiceNews> => {
  switch (message.kind) {
    case 'audio':
      return line.audio(message.payload);
    case 'gap':
      return line.gap(message.durationMs);
    case 'end':
      return line.end();
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import type { ModelDescription, StreamSpec } from '../../src/inference/port.js';
import { ScriptedInference, ScriptedInferenceStream } from '../../src/stream/testing/scripted-inference.js';

export type NoteAnalyzed = (sessionId: string, channel: number, start: number, end: number) => void;

/** Answers when the simulation says so, and records which samples were analyzed, because only those may be charged. */
class NotingStream extends ScriptedInferenceStream {
  constructor(
    spec: StreamSpec,
    private readonly note: NoteAnalyzed,
  ) {
    super(spec);
  }

  override answer(): void {
    const { streamId } = this.spec;
    const sessionId = streamId.slice(streamId.indexOf('/') + 1, streamId.lastIndexOf('.'));
    this.lanes.forEach(({ spans }, channel) => {
      for (const { kind, start, end } of spans) {
        if (kind === 'audio') this.note(sessionId, channel, start, end);
      }
    });
    super.answer();
  }
}

/** The inference of one simulated relay. */
export class SimInference {
  private open_: NotingStream[] = [];

  constructor(private readonly note: NoteAnalyzed) {}

  open(spec: StreamSpec): ScriptedInferenceStream {
    const stream = new NotingStream(spec, this.note);
    this.open_.push(stream);
    return stream;
  }

  model(): ModelDescription {
    return new ScriptedInference().model();
  }

  /** Gives results for all audio of those streams for which `isReady` returns true. */
  answer(isReady: () => boolean): void {
    this.open_ = this.open_.filter(({ closed }) => !closed);
    for (const stream of this.open_) if (isReady()) stream.answer();
  }
}

/** The globals that browser/pages/harness.mjs puts on the page. */
import type * as Undertone from '@undertone/client';
import type * as Ort from 'onnxruntime-web';

export interface RecordingOnTrack {
  track: MediaStreamTrack;
  /** Resolves when the recording is over; the track continues in silence. */
  played: Promise<Event>;
  play: () => void;
  /** For a browser that keeps audio suspended until a click. */
  resume: () => Promise<void>;
  close: () => Promise<void>;
}

declare global {
  var undertone: typeof Undertone;
  var ort: typeof Ort;
  var recordingOnTrack: (url: string) => Promise<RecordingOnTrack>;
  var fetchToken: (query?: string) => Promise<string>;
  /** The session that a test has open on the page. */
  var session: Undertone.UndertoneSession;
}

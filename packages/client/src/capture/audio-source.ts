import { CaptureError } from '../common/undertone-error.js';
import { openMicrophone } from './microphone.js';
import type { PageEnvironment } from './page-environment.js';

/** The source of a channel's sound. */
export type SourceTrack = MediaStreamTrack | 'microphone';

/**
 * The track of one channel. We stop a microphone that we opened. We do not stop a track that the page gave us.
 */
export class AudioSource {
  private constructor(
    readonly track: MediaStreamTrack,
    readonly isOwned: boolean,
    private readonly element: HTMLAudioElement | null,
    private readonly stream: MediaStream,
    private readonly listeners: [string, () => void][],
  ) {}

  /**
   * Opens a microphone, or adopts a track.
   *
   * @throws CaptureError as {@link openMicrophone}, and `insecure_context`, `track_ended` or `track_not_audio`
   */
  static async open(
    environment: PageEnvironment,
    source: SourceTrack,
    constraints: MediaTrackConstraints | undefined,
    onChange: (change: 'ended' | 'muted' | 'unmuted') => void,
  ): Promise<AudioSource> {
    // No other page has a microphone or an AudioWorklet.
    if (!environment.isSecureContext)
      throw new CaptureError('insecure_context', 'sound needs https: or localhost');
    const isOwned = source === 'microphone';
    const track = source === 'microphone' ? await openMicrophone(environment, constraints) : source;
    // A page that looks for the first track of a stream may find none.
    if ((track as Partial<MediaStreamTrack> | undefined)?.kind !== 'audio')
      throw new CaptureError('track_not_audio', 'the track carries no sound');
    if (track.readyState === 'ended') throw new CaptureError('track_ended', 'the track has ended already');
    const stream = environment.createMediaStream(track);
    const listeners: [string, () => void][] = [
      ['ended', () => onChange('ended')],
      ['mute', () => onChange('muted')],
      ['unmute', () => onChange('unmuted')],
    ];
    for (const [type, listener] of listeners) track.addEventListener(type, listener);
    return new AudioSource(
      track,
      isOwned,
      isOwned ? null : playSilently(environment, stream),
      stream,
      listeners,
    );
  }

  /** Connects the track to the graph. */
  connect(context: AudioContext, node: AudioNode, input: number): MediaStreamAudioSourceNode {
    const source = context.createMediaStreamSource(this.stream);
    source.connect(node, 0, input);
    return source;
  }

  /** Releases the track, and stops it if we opened it. */
  close(): void {
    for (const [type, listener] of this.listeners) this.track.removeEventListener(type, listener);
    if (this.element !== null) {
      this.element.pause();
      this.element.srcObject = null;
    }
    if (this.isOwned) this.track.stop();
  }
}

/**
 * Chromium delivers a remote WebRTC track to Web Audio only while a media element plays its stream. The element is muted and
 * never in the document. Only the page decides what the caller hears.
 */
const playSilently = (environment: PageEnvironment, stream: MediaStream): HTMLAudioElement => {
  const element = environment.createAudioElement();
  element.muted = true;
  element.srcObject = stream;
  element.play().catch(() => {
    // A muted element may always play. Only close() interrupts it, and then it is no longer needed.
  });
  return element;
};

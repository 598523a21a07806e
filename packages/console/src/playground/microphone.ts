import { t } from '../language/text.js';

/**
 * A recording as a file that is called what it is: Chromium makes WebM, Firefox Ogg, Safari MPEG-4.
 * @param parts as the recorder gave them. Its own `mimeType` is empty in Firefox once it has stopped
 */
export const recordingFile = (parts: readonly Blob[]): File => {
  const [type = ''] = (parts[0]?.type ?? '').split(';');
  const ending = type === 'audio/ogg' ? 'ogg' : type === 'audio/mp4' ? 'm4a' : 'webm';
  return new File([...parts], `microphone.${ending}`, { type });
};

/** Records the microphone into a file, as the browser makes one. */
export class MicrophoneRecording {
  private readonly parts: Blob[] = [];

  private constructor(
    private readonly stream: MediaStream,
    private readonly recorder: MediaRecorder,
  ) {
    recorder.addEventListener('dataavailable', ({ data }) => this.parts.push(data));
    recorder.start();
  }

  /** @throws DOMException when there is no microphone or it may not be used */
  static async start(): Promise<MicrophoneRecording> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    return new MicrophoneRecording(stream, new MediaRecorder(stream));
  }

  /** @returns what was recorded */
  stop(): Promise<File> {
    const { recorder, stream, parts } = this;
    return new Promise((resolve) => {
      recorder.addEventListener('stop', () => resolve(recordingFile(parts)));
      recorder.stop();
      for (const track of stream.getTracks()) track.stop();
    });
  }
}

/** Why there is no microphone, in words. */
export const microphoneProblem = ({ name }: DOMException): string =>
  name === 'NotAllowedError'
    ? t('The microphone is blocked. Allow it in the address bar, then try again.')
    : name === 'NotFoundError'
      ? t('No microphone was found. Plug one in, then try again.')
      : t('The microphone could not be opened. Close other programs that use it, then try again.');

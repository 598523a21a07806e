import { UndertoneError } from '../http/errors.js';
import { encodeWav, type Pcm } from './wav.js';

/** The largest audio that the relay accepts: 25 MB. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;

/**
 * Audio to analyze: a file (`await openAsBlob(path)` in Node, a `File` elsewhere), its bytes, a stream of its bytes, or raw
 * samples.
 */
export type AudioInput = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | Pcm;

/**
 * The audio as one part of a form. A stream is read completely, so that a retry can send it again.
 * @throws UndertoneError `payload_too_large`, without sending anything
 */
export const toBlob = async (audio: AudioInput): Promise<Blob> => {
  if (audio instanceof Blob) return withinLimit(audio);
  if (audio instanceof ReadableStream) return new Blob(await readAll(audio));
  if (audio instanceof ArrayBuffer) return withinLimit(new Blob([audio]));
  if (audio instanceof Uint8Array) return withinLimit(new Blob([new Uint8Array(audio)]));
  return withinLimit(new Blob([encodeWav(audio)], { type: 'audio/wav' }));
};

const withinLimit = (blob: Blob): Blob => {
  if (blob.size > MAX_AUDIO_BYTES) throw tooLarge();
  return blob;
};

const readAll = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    size += value.byteLength;
    if (size > MAX_AUDIO_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(new Uint8Array(value));
  }
};

const tooLarge = (): UndertoneError =>
  new UndertoneError('payload_too_large', 'the audio is larger than 25 MB: compress or split it', false);

import type { SniffedFormat } from '../common/audio-format.js';
import { textAt, viewOf } from '../common/bytes.js';
import { undecodable, unsupported } from '../common/media-error.js';
import { id3Bytes, mp3HeaderAt } from '../mp3/mp3-header.js';

/** The maximum junk before the first MP3 frame, in bytes. Players accept some, and the search must end. */
const MP3_SEARCH_BYTES = 8_192;

/**
 * Recognizes a file by its bytes. Names and content types are ignored: a playlist named `.mp3` is a playlist.
 * @throws MediaError `unsupported_audio_format`, or `undecodable_audio` for an empty file
 */
export const sniff = (bytes: Uint8Array): SniffedFormat => {
  if (bytes.length === 0) throw undecodable('the file is empty');
  const magic = textAt(bytes, 0, 4);
  if (['RIFF', 'RF64', 'BW64'].includes(magic) && textAt(bytes, 8, 4) === 'WAVE') return { container: 'wav' };
  if (magic === 'fLaC') return { container: 'flac', codec: 'flac' };
  if (magic === 'OggS') return { container: 'ogg', codec: oggCodec(bytes) };
  if (magic === '\x1aE\xdf\xa3') return { container: 'webm' };
  if (textAt(bytes, 4, 4) === 'ftyp') return { container: 'mp4', codec: mp4Codec(bytes) };
  if (isMp3(bytes)) return { container: 'mp3', codec: 'mp3' };
  throw unsupported('the format of this file is not supported');
};

/** RFC 3533: the codec's own magic is the first packet of the first page. */
const oggCodec = (bytes: Uint8Array): 'opus' | 'vorbis' => {
  const packet = 27 + (bytes[26] ?? 0);
  if (textAt(bytes, packet, 8) === 'OpusHead') return 'opus';
  if (textAt(bytes, packet, 7) === '\x01vorbis') return 'vorbis';
  throw unsupported('an Ogg file holds Vorbis or Opus audio to be supported');
};

/** ISO/IEC 14496-12: the first sample description that is audio. It walks the boxes and never searches samples. */
const mp4Codec = (bytes: Uint8Array): 'aac' | 'opus' => {
  const moov = boxNamed(bytes, 'moov');
  if (moov === undefined) throw undecodable('the MP4 file has no movie header');
  const header = Buffer.from(moov.buffer, moov.byteOffset, moov.byteLength);
  for (let at = header.indexOf('stsd'); at >= 0; at = header.indexOf('stsd', at + 4)) {
    const entry = textAt(moov, at + 16, 4);
    if (entry === 'mp4a') return 'aac';
    if (entry === 'Opus') return 'opus';
  }
  throw unsupported('an MP4 file holds AAC or Opus audio to be supported');
};

const boxNamed = (bytes: Uint8Array, name: string): Uint8Array | undefined => {
  const view = viewOf(bytes);
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    let size = view.getUint32(offset);
    if (size === 1 && offset + 16 <= bytes.length) size = Number(view.getBigUint64(offset + 8));
    if (size === 0) size = bytes.length - offset;
    if (textAt(bytes, offset + 4, 4) === name) return bytes.subarray(offset, offset + size);
    if (size < 8) return undefined;
    offset += size;
  }
  return undefined;
};

/** The 11 bits of one header also occur in text and images. Two headers at the distance that the first one gives do not. */
const isMp3 = (bytes: Uint8Array): boolean => {
  const start = id3Bytes(bytes);
  const end = Math.min(bytes.length - 3, start + MP3_SEARCH_BYTES);
  for (let offset = start; offset < end; offset++) {
    const first = mp3HeaderAt(bytes, offset);
    if (first === undefined) continue;
    const next = offset + first.frameBytes;
    if (next >= bytes.length) return offset === start;
    if (mp3HeaderAt(bytes, next)?.sampleRateHz === first.sampleRateHz) return true;
  }
  return false;
};

/**
 * What Kinesis Video Streams' `GetMedia` answers: Matroska fragments one after another, each with its own header, tracks and tags. Only what a
 * call needs is read: sound by track and time, and the tags.
 */
import {
  EbmlDataTag,
  EbmlMasterTag,
  EbmlStreamDecoder,
  EbmlTagId,
  SimpleBlock,
  type EbmlTag,
} from 'ebml-stream';

export type MediaPart =
  /** 16-bit samples of a track. `timeMs` is on the stream's own clock. */
  | { readonly kind: 'sound'; readonly track: string; readonly timeMs: number; readonly pcm: Uint8Array }
  /** `ContactId`, `AWS_KINESISVIDEO_FRAGMENT_NUMBER`, `AWS_KINESISVIDEO_CONTINUATION_TOKEN` … */
  | { readonly kind: 'tag'; readonly name: string; readonly value: string };

/** Nanoseconds of a tick, unless the header says otherwise (Matroska, TimestampScale). */
const TICK_NS = 1_000_000;

/**
 * Reads the parts in the order of the stream.
 * @throws Error when the bytes are no Matroska
 */
export async function* readMedia(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<MediaPart> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the class of its options is not exported
  const decoder = new EbmlStreamDecoder({ bufferTagIds: [EbmlTagId.TrackEntry, EbmlTagId.SimpleTag] });
  const tags: EbmlTag[] = [];
  let fault: Error | undefined;
  decoder.on('data', (tag: EbmlTag) => tags.push(tag));
  decoder.on('error', (error: Error) => (fault = error));
  const reader = new FragmentReader();
  for await (const chunk of bytes) {
    await new Promise<void>((resolve) => decoder.write(Buffer.from(chunk), () => resolve()));
    if (fault !== undefined) throw fault;
    for (const tag of tags.splice(0)) {
      const part = reader.read(tag);
      if (part !== undefined) yield part;
    }
  }
}

class FragmentReader {
  private readonly tracks = new Map<number, string>();
  private tickNs = TICK_NS;
  private clusterTicks = 0;

  read(tag: EbmlTag): MediaPart | undefined {
    if (tag instanceof SimpleBlock) return this.sound(tag);
    switch (EbmlTagId[tag.id] ?? '') {
      case 'TimecodeScale':
        this.tickNs = Number(dataOf(tag));
        return undefined;
      case 'Timecode':
        this.clusterTicks = Number(dataOf(tag));
        return undefined;
      case 'TrackEntry':
        this.tracks.set(Number(child(tag, 'TrackNumber')), text(child(tag, 'Name')));
        return undefined;
      case 'SimpleTag': {
        const [name, value] = [child(tag, 'TagName'), child(tag, 'TagString')];
        return { kind: 'tag', name: text(name), value: text(value) };
      }
      default:
        return undefined;
    }
  }

  private sound({ track, value, payload }: SimpleBlock): MediaPart {
    const timeMs = ((this.clusterTicks + value) * this.tickNs) / 1e6;
    // A copy, because the decoder's buffer is larger than the block.
    return { kind: 'sound', track: this.tracks.get(track) ?? '', timeMs, pcm: Uint8Array.from(payload) };
  }
}

const child = (tag: EbmlTag, name: string): unknown =>
  tag instanceof EbmlMasterTag ? dataOf(tag.Children.find(({ id }) => EbmlTagId[id] === name)) : undefined;

const dataOf = (tag: EbmlTag | undefined): unknown =>
  tag instanceof EbmlDataTag ? (tag.data as unknown) : undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

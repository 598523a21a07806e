import { joinInSlices } from '../concurrency/in-slices.js';
import { giveBack } from '../memory/give-back.js';

/** Small chunks are put together in blocks of this size: an object for each byte costs a hundred times the byte. */
const BLOCK_BYTES = 64 * 1024;
/** So many chunks may come before their mean size is judged. */
const FREE_CHUNKS = 4_096;
/** Smaller chunks cost more to take than they bring. Even a telephone's audio comes 160 bytes at a time. */
const LEAST_MEAN_BYTES = 32;

/** The bytes of a body that have come. */
export class BodyChunks {
  /** Each in memory of its own. */
  private readonly blocks: Uint8Array<ArrayBuffer>[] = [];
  private tail = new Uint8Array(0);
  private tailSize = 0;
  private count = 0;
  size = 0;

  /** Whether the sender cuts its body into so many pieces that taking them holds the thread. */
  get areTooSmall(): boolean {
    return this.count > FREE_CHUNKS && this.size < this.count * LEAST_MEAN_BYTES;
  }

  /** Copies the chunk, because the library reuses its memory. */
  add(chunk: ArrayBuffer): void {
    this.count++;
    this.size += chunk.byteLength;
    if (chunk.byteLength === 0) return;
    if (chunk.byteLength >= BLOCK_BYTES / 2) {
      this.endTail();
      this.blocks.push(new Uint8Array(chunk.slice(0)));
      return;
    }
    if (this.tailSize + chunk.byteLength > this.tail.length) {
      this.endTail();
      this.tail = new Uint8Array(Math.max(chunk.byteLength, this.count === 1 ? 0 : BLOCK_BYTES));
    }
    this.tail.set(new Uint8Array(chunk), this.tailSize);
    this.tailSize += chunk.byteLength;
  }

  /** All bytes. The list is empty afterwards. */
  async join(): Promise<Buffer> {
    this.endTail();
    const blocks = [...this.blocks];
    const whole = await joinInSlices(this.blocks);
    // A single block is the whole itself.
    if (blocks.length > 1) for (const { buffer } of blocks) giveBack(buffer);
    return whole;
  }

  clear(): void {
    this.blocks.length = 0;
    this.tail = new Uint8Array(0);
    this.tailSize = 0;
  }

  private endTail(): void {
    if (this.tailSize > 0) this.blocks.push(this.tail.subarray(0, this.tailSize));
    this.tail = new Uint8Array(0);
    this.tailSize = 0;
  }
}

/** The wire format as the codec sees it. Both the library's reader and writer and the compact ones fit. */

/** Wire types that this contract uses. */
export const WIRE = { varint: 0, bit64: 1, lengthDelimited: 2, bit32: 5 } as const;

/** Reads values in order. Throws when the bytes are not valid. */
export interface WireReader {
  pos: number;
  readonly len: number;
  /** Field number and wire type. */
  tag(): [number, number];
  skip(wireType: number, fieldNumber?: number): unknown;
  uint32(): number;
  int32(): number;
  uint64(): number | bigint | string;
  bool(): boolean;
  float(): number;
  double(): number;
  bytes(): Uint8Array;
  string(): string;
}

/** Writes values in order. What is written between `fork` and `join` is preceded by its length. */
export interface WireWriter {
  tag(fieldNumber: number, wireType: number): this;
  fork(): this;
  join(): this;
  uint32(value: number): this;
  int32(value: number): this;
  uint64(value: number): this;
  bool(value: boolean): this;
  float(value: number): this;
  double(value: number): this;
  bytes(value: Uint8Array): this;
  string(value: string): this;
  finish(): Uint8Array;
}

/** Makes the reader and the writer. */
export interface WireFormat {
  reader(bytes: Uint8Array): WireReader;
  writer(): WireWriter;
}

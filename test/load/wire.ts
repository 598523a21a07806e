/**
 * The minimum of protobuf that the load generator needs, so that its own CPU does not distort the figures: it reads only
 * the measured fields of a result.
 */

/** A field of a protobuf message: its number, with its value or the range of its bytes. */
export interface Field {
  number: number;
  value: number;
  start: number;
  end: number;
}

/** Iterates over the fields of a message; fixed32 values are read as floats. */
export function* fields(data: Buffer, from: number, to: number): Generator<Field> {
  let at = from;
  const varint = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = data[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  while (at < to) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        yield { number, value: varint(), start: at, end: at };
        break;
      case 1:
        at += 8;
        yield { number, value: data.readDoubleLE(at - 8), start: at - 8, end: at };
        break;
      case 2: {
        const length = varint();
        at += length;
        yield { number, value: length, start: at - length, end: at };
        break;
      }
      case 5:
        at += 4;
        yield { number, value: data.readFloatLE(at - 4), start: at - 4, end: at };
        break;
      default:
        throw new Error(`wire type ${tag % 8}`);
    }
  }
}

/** Field numbers of proto/realtime.proto that the generator reads. */
export const serverField = {
  seq: 1,
  generation: 3,
  sessionReady: 10,
  resumed: 11,
  audioAck: 12,
  directive: 16,
  warning: 31,
  goAway: 34,
  error: 38,
  ended: 39,
};
export const directiveField = { audioStartMs: 6, audioEndMs: 7, latency: 21 };
export const latencyField = { totalMs: 3 };

/**
 * The protobufjs runtime, set to read 64-bit integers as numbers. Positions and sequence numbers stay below 2^53:
 * at 48 kHz that is 5,900 years of audio.
 */
import $protobuf from 'protobufjs/minimal.js';

const util = $protobuf.util as { Long: unknown };
util.Long = null;
$protobuf.configure();

export default $protobuf;

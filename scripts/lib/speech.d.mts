export declare const speechFolder: string;
export declare const hasSpeech: boolean;
export declare function ensureSpeechDecoder(): Promise<void>;
/** Samples of a recording, 16 kHz mono, -1 to 1. */
export declare function decodeRecording(path: string): Promise<Float32Array<ArrayBuffer>>;

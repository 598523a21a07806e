import { unsupported } from '../common/media-error.js';

/** What is used of `@audio/decode-aac`. */
export interface AacDecoder {
  decode(accessUnits: Uint8Array[]): { channelData: Float32Array[]; sampleRate: number };
  free(): void;
}

interface AacModule {
  decoder(options: { asc: Uint8Array }): Promise<AacDecoder>;
}

/** A variable, so that neither compiler nor bundler needs the package: it may be absent. */
const PACKAGE = '@audio/decode-aac';

/**
 * Loads the AAC decoder. It is FAAD2, under the GNU General Public License 2, so it is an optional dependency
 * (`npm install --omit=optional` leaves it out) and loaded only in a process of its own (decode-child.define.ts).
 * @throws MediaError `unsupported_audio_format` when it is not installed
 */
export const loadAac = async (): Promise<(asc: Uint8Array) => Promise<AacDecoder>> => {
  try {
    const module = (await import(PACKAGE)) as AacModule;
    return (asc) => module.decoder({ asc });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND') {
      throw unsupported(
        `AAC is not supported here: this relay was installed without the optional ${PACKAGE}`,
      );
    }
    throw cause;
  }
};

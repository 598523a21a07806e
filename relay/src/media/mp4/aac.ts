import { unsupported } from '../common/media-error.js';

/** The part of `@audio/decode-aac` that is used. */
export interface AacDecoder {
  decode(accessUnits: Uint8Array[]): { channelData: Float32Array[]; sampleRate: number };
  free(): void;
}

interface AacModule {
  decoder(options: { asc: Uint8Array }): Promise<AacDecoder>;
}

/** A variable, so that neither the compiler nor the bundler needs the package. It may be absent. */
const PACKAGE = '@audio/decode-aac';

/**
 * Loads the AAC decoder. It is FAAD2, under the GNU General Public License 2. Therefore it is an optional dependency
 * (`npm install --omit=optional` leaves it out) and is loaded only in its own process (decode-child.define.ts).
 * @throws MediaError `unsupported_audio_format` if it is not installed
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

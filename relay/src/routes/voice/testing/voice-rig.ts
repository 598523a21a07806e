import { decodeWith, fetchWith } from '../../../app/media.js';
import type { Identities } from '../../../domain/speakers/identities.js';
import type { Removal } from '../../../domain/speakers/speaker.js';
import type { Speakers } from '../../../domain/speakers/speakers.js';
import { FakeVoices } from '../../../domain/speakers/testing/fake-voices.js';
import { analyzeFile } from '../../../inference/file-analysis.js';
import { createInferencePool } from '../../../inference/pool/pool.js';
import { FakeModel } from '../../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../../inference/testing/in-process-host.js';
import { createMediaDecoder } from '../../../media/index.js';
import { buildDecodeChild } from '../../../media/testing/build-child.js';
import { createSafeHttp } from '../../../outbound/index.js';
import { createLogger } from '../../../telemetry/logger.js';
import { wireIdentities, wireSpeakers } from '../../../app/voices.js';
import { type GatewayRig, startGateway } from '../../testing/gateway-rig.js';

export interface VoiceRig extends GatewayRig {
  /** Sets the voices of the next recording. */
  readonly voices: FakeVoices;
  readonly speakers: Speakers;
  readonly identities: Identities;
  readonly removals: Removal[];
}

/** The gateway with the real decoders and signal path; the test decides whose voice is recognized. */
export const startVoiceRig = async (): Promise<VoiceRig> => {
  const child = await buildDecodeChild();
  const inference = createInferencePool({
    workers: 1,
    spawn: () => new InProcessWorker(new FakeModel(), () => performance.now()),
  });
  await inference.ready();
  const decoder = createMediaDecoder({ childUrl: child.url });
  const http = createSafeHttp({ allowPrivate: true });
  const voices = new FakeVoices();
  const removals: Removal[] = [];
  const late: { speakers?: Speakers; identities?: Identities; nowMs?: () => number } = {};
  const gateway = await startGateway({
    speakers: (repositories) => {
      const wiring = {
        store: repositories.speakers,
        engine: voices,
        masters: [Buffer.alloc(32, 9)] as const,
        nowMs: () => late.nowMs?.() ?? Date.now(),
        log: createLogger('silent'),
      };
      late.identities = wireIdentities(wiring);
      late.speakers = wireSpeakers({
        ...wiring,
        wallet: repositories.wallets,
        analyze: (order) => analyzeFile(inference, order),
        decode: decodeWith(decoder),
        fetchAudio: fetchWith(http),
        onRemoved: (removal) => void removals.push(removal),
      });
      return late.speakers;
    },
  });
  late.nowMs = () => gateway.nowMs();
  const { speakers, identities } = late;
  if (speakers === undefined || identities === undefined)
    throw new Error('the gateway asks for its speakers');
  const stop = gateway.stop.bind(gateway);
  return Object.assign(gateway, {
    voices,
    speakers,
    identities,
    removals,
    stop: async () => {
      await stop();
      await decoder.close();
      await inference.close();
      await http.close();
      await child.remove();
    },
  });
};

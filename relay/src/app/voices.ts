import type { DecodeAudio, FetchAudio, RunEngine } from '../domain/recordings/ports.js';
import type { VoicesOfRecordings } from '../domain/analysis/recording-voices.js';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Wallet } from '../domain/billing/wallet.js';
import { newId } from '../domain/ids.js';
import { Identities } from '../domain/speakers/identities.js';
import type { Removal } from '../domain/speakers/speaker.js';
import type { SpeakerStore } from '../domain/speakers/speaker-store.js';
import { Speakers } from '../domain/speakers/speakers.js';
import { sealingKeys } from '../config/kept-secrets.js';
import { TemplateVault } from '../domain/speakers/template-vault.js';
import type { VoiceEngine } from '../domain/speakers/voice-engine.js';
import { analyzeFile } from '../inference/file-analysis.js';
import type { Streams } from '../stream/index.js';
import type { Logger } from '../telemetry/logger.js';
import type { Ground } from './start/ground.js';
import { decodeWith, fetchWith, overloaded } from './media.js';
import { startPeopleWatch, startVoiceCare } from './background/voice-care.js';

/** Enrollments analyzed at a time, and those that wait with their bytes in memory. */
const RUNNING = 2;
const WAITING = 16;

export interface IdentityWiring {
  readonly store: SpeakerStore;
  readonly engine: VoiceEngine;
  /** Newest first. */
  readonly masters: readonly [Uint8Array, ...Uint8Array[]];
  readonly nowMs: () => number;
  readonly log: Logger;
}

export interface VoiceWiring extends IdentityWiring {
  readonly analyze: RunEngine;
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
  readonly wallet: Wallet;
  readonly onRemoved: (removal: Removal) => void;
}

/** Recognizes enrolled people by their voice, for streams and analyses. */
export const wireIdentities = ({ masters, log, ...options }: IdentityWiring): Identities =>
  new Identities({
    ...options,
    vault: new TemplateVault(masters),
    onUnreadable: (error, speaker) => log.error({ err: error, speaker }, 'a stored voice does not open'),
  });

/** Distinguishes speakers in recordings, and recognizes those who are enrolled. */
export const voicesOfRecordings = (engine: VoiceEngine, identities: Identities): VoicesOfRecordings => ({
  hear: (order) => engine.hear(order),
  recognize: (orgId, voiceprint) => identities.recognize(orgId, voiceprint),
  outdated: (orgId) => identities.outdated(orgId),
  gone: (speakerIds) => identities.gone(speakerIds),
  baseline: (orgId, speakerId) => identities.baseline(orgId, speakerId),
  keepBaseline: (orgId, speakerId, baseline) => identities.keepBaseline(orgId, speakerId, baseline),
  link: (link) => identities.link(link),
});

/** Enrolls people and removes them. */
export const wireSpeakers = ({ masters, ...options }: VoiceWiring): Speakers =>
  new Speakers({
    ...options,
    vault: new TemplateVault(masters),
    people: wireIdentities({ masters, ...options }),
    places: new Semaphore({ running: RUNNING, waiting: WAITING }, overloaded),
    newId: (prefix) => newId(prefix),
  });

/** Recognition of enrolled people on the ground. */
export const openIdentities = (ground: Ground): Identities => wireIdentities(identityWiring(ground));

/** Opens enrollment on the ground, and starts to remove expired people and to watch for people who were removed. */
export const openSpeakers = (ground: Ground, identities: Identities, streams: Streams): Speakers => {
  const { inference, decoder, http, repositories, log, undo } = ground;
  const speakers = wireSpeakers({
    ...identityWiring(ground),
    analyze: (order) => analyzeFile(inference, order),
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    wallet: repositories.wallets,
    onRemoved: ({ speakerId, cause }) => {
      streams.forgetPeople([speakerId]);
      log.info({ speaker: speakerId, cause }, 'a voice is forgotten');
    },
  });
  for (const ticker of [startVoiceCare(speakers, log), startPeopleWatch(identities, streams, log)]) {
    undo.add(() => ticker.stop());
  }
  return speakers;
};

const identityWiring = ({
  config,
  repositories,
  voices,
  tokenSecrets,
  nowMs,
  log,
}: Ground): IdentityWiring => ({
  store: repositories.speakers,
  engine: voices,
  masters: sealingKeys(config.secretsKeys, tokenSecrets),
  nowMs,
  log,
});

import type { DecodeAudio, FetchAudio, RunEngine } from '../domain/recordings/ports.js';
import type { VoicesOfRecordings } from '../domain/analysis/recording-voices.js';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Wallet } from '../domain/billing/wallet.js';
import { Fault } from '../domain/fault.js';
import { newId } from '../domain/ids.js';
import { Identities } from '../domain/speakers/identities.js';
import type { Removal } from '../domain/speakers/speaker.js';
import type { SpeakerStore } from '../domain/speakers/speaker-store.js';
import { Speakers } from '../domain/speakers/speakers.js';
import { TemplateVault } from '../domain/speakers/template-vault.js';
import type { VoiceEngine } from '../domain/speakers/voice-engine.js';
import type { Logger } from '../telemetry/logger.js';

/** Enrolments heard at a time, and those that wait with their bytes in memory. */
const RUNNING = 2;
const WAITING = 16;
const RETRY_S = 5;
/** Well within the minute in which a withdrawal is complete everywhere. */
const CARE_MS = 10_000;
/** How often a relay asks who of the people in its streams is gone; costs nothing while nobody is known. */
const PEOPLE_MS = 3_000;

/** The answer to who comes when as many wait as may wait. */
const overloaded = (): Fault =>
  new Fault('overloaded', 'as many recordings wait as may wait', { retryAfterS: RETRY_S });

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

/** Who a voice is: for streams and analyses. */
export const wireIdentities = ({ masters, log, ...options }: IdentityWiring): Identities =>
  new Identities({
    ...options,
    vault: new TemplateVault(masters),
    onUnreadable: (error, speaker) => log.error({ err: error, speaker }, 'a stored voice does not open'),
  });

/** Who speaks in recordings, and whether it is somebody who is enrolled. */
export const voicesOfRecordings = (engine: VoiceEngine, identities: Identities): VoicesOfRecordings => ({
  hear: (order) => engine.hear(order),
  recognize: (orgId, voiceprint) => identities.recognize(orgId, voiceprint),
  outdated: (orgId) => identities.outdated(orgId),
  gone: (speakerIds) => identities.gone(speakerIds),
  baseline: (orgId, speakerId) => identities.baseline(orgId, speakerId),
  keepBaseline: (orgId, speakerId, baseline) => identities.keepBaseline(orgId, speakerId, baseline),
  link: (link) => identities.link(link),
});

/** Enrolling people, and letting them go. */
export const wireSpeakers = ({ masters, ...options }: VoiceWiring): Speakers =>
  new Speakers({
    ...options,
    vault: new TemplateVault(masters),
    places: new Semaphore({ running: RUNNING, waiting: WAITING }, overloaded),
    newId: (prefix) => newId(prefix),
  });

/**
 * Asks who of those that open streams know is gone: another relay may have been told of a withdrawal.
 * @returns a function that stops it and waits for the round in progress
 */
export const startPeopleCare = (
  identities: Pick<Identities, 'gone'>,
  streams: { peopleKnown(): readonly string[]; forgetPeople(ids: readonly string[]): void },
  log: Logger,
): (() => Promise<void>) =>
  every(PEOPLE_MS, async () => {
    try {
      const gone = await identities.gone(streams.peopleKnown());
      if (gone.length > 0) streams.forgetPeople(gone);
    } catch (error) {
      log.warn({ err: error }, 'could not ask who is gone; asking again');
    }
  });

/** Regularly deletes those whose time is over. @returns a function that stops it and waits for the round in progress */
export const startVoiceCare = (speakers: Pick<Speakers, 'care'>, log: Logger): (() => Promise<void>) => {
  const care = async (): Promise<void> => {
    try {
      const { expired, swept } = await speakers.care();
      if (expired + swept > 0) log.info({ expired, swept }, 'deleted what was kept of voices');
    } catch (error) {
      log.warn({ err: error }, 'could not delete what is over; trying again');
    }
  };
  return every(CARE_MS, care);
};

const every = (ms: number, run: () => Promise<void>): (() => Promise<void>) => {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(run);
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
};

import { Ticker } from '../../concurrency/ticker.js';
import type { Identities } from '../../domain/speakers/identities.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import type { Streams } from '../../stream/index.js';
import type { Logger } from '../../telemetry/logger.js';

/** Well within the minute in which a withdrawal is complete everywhere. */
const CARE_MS = 10_000;
/** How often a relay asks which people in its streams were removed. It costs nothing while nobody is recognized. */
const PEOPLE_MS = 3_000;

/** Asks which people in open streams were removed: the withdrawal may have reached another relay. */
export const startPeopleWatch = (
  identities: Pick<Identities, 'gone'>,
  streams: Pick<Streams, 'peopleKnown' | 'forgetPeople'>,
  log: Logger,
): Ticker =>
  new Ticker({
    everyMs: PEOPLE_MS,
    round: async () => {
      const gone = await identities.gone(streams.peopleKnown());
      if (gone.length > 0) streams.forgetPeople(gone);
    },
    onFailed: (error) => log.warn({ err: error }, 'could not ask who is gone; asking again'),
  }).start();

/** Regularly deletes enrolled voices that have expired. */
export const startVoiceCare = (speakers: Pick<Speakers, 'care'>, log: Logger): Ticker =>
  new Ticker({
    everyMs: CARE_MS,
    round: async () => {
      const { expired, swept } = await speakers.care();
      if (expired + swept > 0) log.info({ expired, swept }, 'deleted what was kept of voices');
    },
    onFailed: (error) => log.warn({ err: error }, 'could not delete what is over; trying again'),
  }).start();

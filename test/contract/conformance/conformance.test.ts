/** Every promise of the published interface, over the SDK, over raw HTTP, and over two relays on one Postgres. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPostgres } from '../../../relay/src/storage/testing/postgres.js';
import { RelayProcess } from '../../support/relay-process.js';
import { authentication, errors, limits, versioning } from './account-rules.js';
import { analysisResult, overview } from './analysis-result.js';
import { analyzeEndpoint, apiKeys, batch, transports } from './endpoints.js';
import { deliveries, events, signature, webhooks } from './events.js';
import { HttpCaller } from './http-caller.js';
import { SdkCaller } from './sdk-caller.js';
import { type MakeCaller, makeWorld, RELAY_ENV, type World } from './world.js';

const SECTIONS = [
  overview,
  analysisResult,
  analyzeEndpoint,
  batch,
  transports,
  apiKeys,
  webhooks,
  authentication,
  events,
  signature,
  deliveries,
  errors,
  limits,
  versioning,
];

const overHttp: MakeCaller = (nextUrl, key) => new HttpCaller(nextUrl, key);
const overSdk: MakeCaller = (nextUrl, key) => new SdkCaller(nextUrl(), key);

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

let single: Promise<RelayProcess> | undefined;
/** The relay of both ways that need one; each has organizations of its own on it. */
const oneRelay = (): Promise<RelayProcess> =>
  (single ??= RelayProcess.start({ env: RELAY_ENV }).then((relay) => {
    endings.push(() => relay.stop());
    return relay;
  }));

const twoRelays = async (): Promise<[RelayProcess, RelayProcess]> => {
  const postgres = await startPostgres();
  endings.push(() => postgres.stop());
  const env = {
    ...RELAY_ENV,
    DATABASE_URL: postgres.url,
    UNDERTONE_TOKEN_SECRET: 'one-secret-for-both-relays-0123456789',
    UNDERTONE_WORKERS: '1',
  };
  // The first makes the tables.
  const first = await RelayProcess.start({ env });
  endings.push(() => first.stop());
  const second = await RelayProcess.start({ env });
  endings.push(() => second.stop());
  return [first, second];
};

const WAYS: readonly { way: string; wire: boolean; make: () => Promise<World> }[] = [
  { way: 'raw HTTP', wire: true, make: async () => makeWorld([await oneRelay()], overHttp) },
  { way: 'the SDK', wire: false, make: async () => makeWorld([await oneRelay()], overSdk) },
  { way: 'two relays on Postgres', wire: true, make: async () => makeWorld(await twoRelays(), overHttp) },
];

describe.each(WAYS)('the published interface over $way', ({ way, wire, make }) => {
  let world: World;
  let [held, tried] = [0, 0];
  beforeAll(async () => {
    world = await make();
    await world.subscribe(['analysis.complete', 'session.prediction', 'alert.triggered'], '/complete');
    await world.subscribe(['analysis.completed'], '/completed');
    await world.subscribe(['session.end'], '/end');
    await world.subscribe(['session.ended'], '/ended');
  });
  afterAll(() => {
    world.stop();
    console.info(`over ${way}, ${held} of ${tried} promises of the published interface hold`);
  });

  for (const { title, promises } of SECTIONS) {
    const sayable = promises.filter(({ onWire }) => wire || onWire !== true);
    if (sayable.length === 0) continue;
    describe(title, () => {
      for (const { says, holds } of sayable) {
        it(`“${says}”`, async () => {
          tried++;
          await holds(world);
          held++;
        });
      }
    });
  }
});

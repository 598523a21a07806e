import type { SimClient } from './sim-client.js';
import { BLOCK } from './truth.js';
import { ORGS, type World } from './world.js';

const HOUR_MS = 3_600_000;

interface Action {
  readonly name: string;
  readonly weight: number;
  readonly run: (world: World) => void;
}

/** Does something to one of the clients that have a stream, if there are any. */
const toAttached = (act: (client: SimClient, world: World) => void) => (world: World) => {
  if (world.attached.length > 0) act(world.random.pick(world.attached), world);
};

const aSpan = ({ random }: World): number => random.between(1, 60) * BLOCK;

/** The actions that may happen in a history, and how often. */
const ACTIONS: readonly Action[] = [
  { name: 'start', weight: 4, run: (world) => world.addClient() },
  {
    name: 'gap',
    weight: 3,
    run: toAttached((client, world) => {
      world.happened('audio was missing');
      client.skip(aSpan(world), world.random.chance(0.5));
    }),
  },
  {
    name: 'mute',
    weight: 2,
    run: toAttached((client, world) => {
      world.happened('audio was muted');
      client.mute(world.random.between(1, 10) * BLOCK);
    }),
  },
  { name: 'repeat', weight: 2, run: toAttached((client) => client.repeat()) },
  {
    name: 'pause',
    weight: 4,
    run: toAttached((client, world) => {
      if (!client.isPaused && client.isTalking) world.happened('an analysis was paused while audio came');
      client.isPaused = !client.isPaused;
      client.say(
        client.isPaused ? { kind: 'pause', value: { reason: 'hold' } } : { kind: 'resume', value: {} },
      );
    }),
  },
  {
    name: 'silence',
    weight: 2,
    run: toAttached((client) => {
      client.isTalking = !client.isTalking;
    }),
  },
  {
    name: 'drop',
    weight: 5,
    run: toAttached((client, world) => world.drop(client, world.random.pick([0, 0, 400, 3_000, 20_000]))),
  },
  {
    name: 'go away',
    weight: 1,
    run: toAttached((client, world) => {
      world.drop(client, 0);
      client.retryAtMs = world.clock.monotonicMs() + world.random.pick([5_000, 25_000, 50_000, 200_000]);
      if (client.retryAtMs - world.clock.monotonicMs() > 120_000) {
        world.happened('a client did not come back in time');
      }
    }),
  },
  { name: 'end', weight: 1, run: toAttached((client) => client.say({ kind: 'session.end', value: {} })) },
  {
    name: 'kill',
    weight: 4,
    run: (world) => {
      const id = world.random.between(0, 1);
      if (world.relays[id] === undefined) world.startRelay(id);
      else world.killRelay(id);
    },
  },
  {
    name: 'clock step',
    weight: 3,
    run: (world) => {
      const step = world.random.pick([-24, -1, 1, 24]) * HOUR_MS + world.random.between(-999, 999);
      world.wallOffsetMs += step;
      if (world.attached.length === 0) return;
      world.happened(
        step > 0
          ? 'the wall clock stepped forward under an open stream'
          : 'the wall clock stepped back under an open stream',
      );
    },
  },
  {
    name: 'top-up',
    weight: 3,
    run: (world) => {
      // There are few references, so some payments are reported twice.
      const { random } = world;
      world.topUp(random.pick(ORGS), `payment ${random.between(1, 4)}`, random.pick([1, 30, 300]));
    },
  },
  { name: 'revoke', weight: 1, run: (world) => world.revoke(world.random.pick(ORGS)) },
  {
    name: 'database away or back',
    weight: 3,
    run: (world) => {
      world.database.isAway = !world.database.isAway;
    },
  },
  {
    name: 'network good or bad',
    weight: 2,
    run: (world) => {
      world.database.faults = world.database.faults === 0 ? 0.4 : 0;
    },
  },
];

const SUM = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);

export const pickAction = ({ random }: World): Action => {
  let at = random.next() * SUM;
  for (const action of ACTIONS) {
    at -= action.weight;
    if (at < 0) return action;
  }
  throw new Error('the weights have changed');
};

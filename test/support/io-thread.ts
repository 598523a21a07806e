/** How long the relay's I/O thread was held, and by which route, as the relay's own metrics say. */

/** What a request of any kind may take of the I/O thread at a time, in all but one of a thousand cases. */
const MOST_HELD_MS = 20;
const SHARE = 0.999;
/** Below this many, a few slow turns of the machine, or code that runs for the first time, would be the 99.9th percentile. */
const FEWEST = 10_000;

export interface Held {
  readonly route: string;
  readonly times: number;
  /** How many were over {@link MOST_HELD_MS}. */
  readonly over: number;
  /** No more than this, ms: the upper bound of the bucket that holds the 99.9th percentile. */
  readonly p999Ms: number;
}

export interface IoThread {
  /** How late the thread was when it was asked, whatever held it. */
  readonly delay: Held;
  /** All requests and frames together. */
  readonly all: Held;
  /** Routes with anything over the bound, the worst first. */
  readonly over: readonly Held[];
}

/** @param since what was read earlier, to count only what came after */
export const readIoThread = async (url: string, since?: IoCounts): Promise<IoThread> => {
  const counts = await readCounts(url);
  const less = (name: string, table: Counts): Counts =>
    new Map([...table].map(([bound, count]) => [bound, count - (since?.get(name)?.get(bound) ?? 0)]));
  const tables = new Map([...counts].map(([name, table]) => [name, less(name, table)]));
  const routes = [...tables].filter(([name]) => name !== DELAY);
  const sum: Counts = new Map();
  for (const [, table] of routes)
    for (const [bound, count] of table) sum.set(bound, (sum.get(bound) ?? 0) + count);
  return {
    delay: heldOf('any', tables.get(DELAY) ?? new Map()),
    all: heldOf('all', sum),
    over: routes
      .map(([name, table]) => heldOf(name, table))
      .filter(({ over }) => over > 0)
      .sort((one, other) => other.over - one.over),
  };
};

/** Why the thread was held too long, if it was. A route with few requests counts in the sum only. */
export const tooLong = ({ all, over }: IoThread): readonly string[] =>
  [all, ...over]
    .filter(({ times, p999Ms }) => times >= FEWEST && p999Ms > MOST_HELD_MS)
    .map((held) => `the I/O thread was held too long: ${sayHeld(held)}`);

export const sayIoThread = ({ delay, all, over }: IoThread): string =>
  [
    `I/O thread: held by a request or frame at a time, p99.9 ${sayHeld(all)}; late, p99.9 ${sayHeld(delay)}`,
    ...over.map((held) => `  over ${MOST_HELD_MS} ms: ${sayHeld(held)}`),
  ].join('\n');

const sayHeld = ({ route, times, over, p999Ms }: Held): string =>
  `at most ${p999Ms} ms (${route}: ${over} of ${times} over ${MOST_HELD_MS} ms)`;

const DELAY = 'delay';
type Counts = ReadonlyMap<number, number> & Map<number, number>;
/** Cumulative counts by upper bound in ms, by route. */
export type IoCounts = ReadonlyMap<string, Counts>;

export const readCounts = async (url: string): Promise<IoCounts> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const tables = new Map<string, Counts>();
  for (const [, labels, count] of text.matchAll(
    /^undertone_io_(?:held|delay)_seconds_bucket\{(.*)\} (\d+)$/gm,
  )) {
    const route = /route="([^"]*)"/.exec(labels ?? '')?.[1] ?? DELAY;
    const bound = /le="([^"]*)"/.exec(labels ?? '')?.[1] ?? '+Inf';
    const table = tables.get(route) ?? (new Map() as Counts);
    tables.set(route, table.set(bound === '+Inf' ? Infinity : Number(bound) * 1_000, Number(count)));
  }
  if (tables.size === 0) throw new Error(`${url}/metrics tells nothing of the I/O thread`);
  return tables;
};

const heldOf = (route: string, table: Counts): Held => {
  const times = table.get(Infinity) ?? 0;
  const bounds = [...table].sort(([one], [other]) => one - other);
  const p999Ms = bounds.find(([, count]) => count >= times * SHARE)?.[0] ?? 0;
  return { route, times, over: times - (table.get(MOST_HELD_MS) ?? times), p999Ms };
};

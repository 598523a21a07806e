/** Which names the client's build may shorten. A wrong one would break a page without an error. */
import { expect, it } from 'vitest';
import { markPrivates, PRIVATE_MARK } from '../../packages/client/scripts/private-names.mjs';

/** The lines of the result, each on its own. */
const marked = (source: string) => markPrivates(source, 'one.ts').code;

/** How many names were marked. */
const marks = (source: string) => marked(source).split(PRIVATE_MARK).length - 1;

/** Runs the result. @returns what `value` is */
const run = async (source: string): Promise<unknown> => {
  const module = `data:text/javascript,${encodeURIComponent(marked(source))}`;
  return ((await import(/* @vite-ignore */ module)) as { value: unknown }).value;
};

it('marks private members of every kind, and the class does what it did', async () => {
  const source = `
    class Counter {
      private count = 1;
      private static made = 0;
      readonly names: string[] = [];
      private get twice() { return 2 * this.count; }
      private set twice(value: number) { this.count = value / 2; }
      constructor(private readonly step: number, readonly name: string) { step += 100; this.names.push(name); }
      private add() { const { step, count: before } = this; return (this.count = step + before); }
      total() { this.add(); this.twice = 10; return [this.twice, this.add(), this.name, ...this.names, this.later()]; }
      private later = () => this.step;
    }
    export const value = new Counter(3, 'n').total();`;
  expect(await run(source)).toEqual([10, 8, 'n', 'n', 3]);
  for (const name of ['count', 'twice', 'step', 'add', 'later'])
    expect(marked(source)).not.toMatch(new RegExp(`this\\.${name}\\b`));
  expect(marked(source)).toContain('this.name ');
});

it('marks a name although others have it', () => {
  const source = `
    interface Message { port: number }
    class Other { port = 1; read(message: Message) { return message.port + this.port; } }
    class Link { private port = 1; open() { return { port: this.port }; } }`;
  expect(marks(source)).toBe(2);
  expect(marked(source)).toContain('return { port: this.');
});

it('keeps the names of a class and of one that extends it apart', async () => {
  const source = `
    class Base { private one = 1; base() { return this.one; } }
    class Both extends Base { private other = 2; both() { return this.base() + this.other; } }
    export const value = new Both().both();`;
  expect(await run(source)).toBe(3);
  expect(marks(source)).toBe(4);
});

it.each([
  ['another object of the class', 'same(other: Link) { return other.port; }'],
  ['another object, which is taken apart', 'same({ port }: Link) { return port; }'],
  ['another object, assigned', 'same(other: Link) { let port; ({ port } = other); return port; }'],
  ['a static method', 'static make() { const made = new Link(); return made.port; }'],
  ['a string', "same() { return this['port']; }"],
  ['a string with in', "same() { return 'port' in this; }"],
  ['a function with a this of its own', 'same() { return function () { return this.port; }; }'],
  ['a literal with a this of its own', 'same() { return { get port() { return this.port; } }; }'],
])('does not mark a name that the class asks %s for', (_what, method) => {
  expect(marks(`class Link { private port = 1; open() { return this.port; } ${method} }`)).toBe(0);
});

it('keeps the notes for bundlers', () => {
  const source = `
    // @__NO_SIDE_EFFECTS__
    export const make = () => import(/* @vite-ignore */ './other.js');`;
  expect(marked(source)).toContain('@__NO_SIDE_EFFECTS__');
  expect(marked(source)).toContain('@vite-ignore');
});

import { expect, it } from 'vitest';
import { memoryUse, MemoryWatch, type MemoryUse } from './memory-watch.js';

const watched = (uses: readonly (MemoryUse | undefined)[]) => {
  const said: string[] = [];
  const left = [...uses];
  const watch = new MemoryWatch(() => Promise.resolve(left.shift()), {
    warn: ((_use: object, text: string) => void said.push(`warn ${text}`)) as never,
    info: ((_use: object, text: string) => void said.push(`info ${text}`)) as never,
  });
  return { watch, said };
};
const at = (share: number): MemoryUse => ({ usedBytes: share * 1_000, limitBytes: 1_000 });

it('memory near its limit leaves no room until enough of it is free again, and each is said once', async () => {
  const shares = [0.5, 0.89, 0.9, 1, 0.86, 0.84, 0.89, 0.95];
  const { watch, said } = watched(shares.map(at));
  const room: boolean[] = [];
  while (room.length < shares.length) {
    await watch.check();
    room.push(watch.hasRoom);
  }
  expect(room).toEqual([true, true, false, false, false, true, true, false]);
  expect(said.map((text) => text.slice(0, 11))).toEqual(['warn near t', 'info memory', 'warn near t']);
});

it('memory without a limit always leaves room', async () => {
  const { watch, said } = watched([undefined]);
  await watch.check();
  expect([watch.hasRoom, watch.use, said.length]).toEqual([true, undefined, 0]);
});

const system = (files: Record<string, string>, residentBytes = 0) => ({
  read: (path: string) => {
    const text = files[path];
    return text === undefined ? Promise.reject(new Error(`ENOENT ${path}`)) : Promise.resolve(text);
  },
  residentBytes: () => residentBytes,
});
const group = (folder: string, max: string): Record<string, string> => ({
  [`${folder}/memory.max`]: max,
  [`${folder}/memory.current`]: '700\n',
  [`${folder}/memory.stat`]: 'anon 500\ninactive_file 200\nactive_file 5\n',
});

it.each([
  ['of its container', { '/proc/self/cgroup': '0::/\n', ...group('/sys/fs/cgroup', '1000\n') }],
  [
    'of its service',
    {
      '/proc/self/cgroup': '0::/system.slice/relay.service\n',
      ...group('/sys/fs/cgroup/system.slice/relay.service', '1000\n'),
      ...group('/sys/fs/cgroup', 'max\n'),
    },
  ],
])('the limit %s counts, without what the system only caches', async (_, files) => {
  expect(await memoryUse(undefined, system(files))()).toEqual({ usedBytes: 500, limitBytes: 1_000 });
});

it('a limit of the operator counts for the process alone, and of two limits the nearer one', async () => {
  expect(await memoryUse(undefined, system({}))()).toBeUndefined();
  expect(await memoryUse(600, system({}, 300))()).toEqual({ usedBytes: 300, limitBytes: 600 });
  const files = { '/proc/self/cgroup': '0::/\n', ...group('/sys/fs/cgroup', '1000\n') };
  expect(await memoryUse(600, system(files, 301))()).toEqual({ usedBytes: 301, limitBytes: 600 });
  expect(await memoryUse(600, system(files, 299))()).toEqual({ usedBytes: 500, limitBytes: 1_000 });
  const unlimited = { '/proc/self/cgroup': '0::/\n', ...group('/sys/fs/cgroup', 'max\n') };
  expect(await memoryUse(undefined, system(unlimited))()).toBeUndefined();
});

import { expect, it } from 'vitest';
import { FileLimitWatch, openFiles } from './file-limit-watch.js';

it('nearness to the limit of open files is said once, and its end too', async () => {
  const said: string[] = [];
  let open = 0;
  const watch = new FileLimitWatch(() => Promise.resolve({ open, limit: 1_000 }), {
    warn: ((_figures: object, text: string) => void said.push(`warn ${text}`)) as never,
    info: ((_figures: object, text: string) => void said.push(`info ${text}`)) as never,
  });
  for (open of [100, 899, 900, 1_000, 850, 950, 799, 800, 901]) await watch.check();
  expect(said.map((text) => text.slice(0, 10))).toEqual(['warn near ', 'info below', 'warn near ']);
});

it('a system that does not say is not asked to', async () => {
  const watch = new FileLimitWatch(() => Promise.resolve(undefined), {
    warn: () => expect.unreachable(),
    info: () => expect.unreachable(),
  });
  await watch.check();
});

it.runIf(process.platform === 'linux')('Linux says both', async () => {
  const files = await openFiles()();
  expect(files?.open).toBeGreaterThan(3);
  expect(files?.limit).toBeGreaterThan(files?.open ?? 0);
});

it('a process that has no descriptor left to look with is at its limit', async () => {
  let isFull = false;
  const read = openFiles({
    limits: () =>
      Promise.resolve('Max open files            1024                 4096                 files'),
    fds: () =>
      isFull
        ? Promise.reject(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }))
        : Promise.resolve(['0', '1', '2']),
  });
  expect(await read()).toEqual({ open: 3, limit: 1_024 });
  isFull = true;
  expect(await read()).toEqual({ open: 1_024, limit: 1_024 });
});

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryLock, DirectoryLockedError } from './directory-lock.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

const writeLock = (content: unknown): Promise<void> =>
  writeFile(join(directory, 'relay.lock'), typeof content === 'string' ? content : JSON.stringify(content));

/** The id of a process that has ended. */
const deadPid = async (): Promise<number> => {
  const child = spawn('true');
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
};

describe('the data folder’s lock', () => {
  it('has one holder, and is free again after its release', async () => {
    const lock = await DirectoryLock.acquire(directory);
    await expect(DirectoryLock.acquire(directory)).rejects.toMatchObject({
      code: 'data_folder_in_use',
      pid: process.pid,
    });
    await lock.release();
    await (await DirectoryLock.acquire(directory)).release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('goes to exactly one of many simultaneous requests', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => DirectoryLock.acquire(directory)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over from a process that died', async () => {
    await writeLock({ pid: await deadPid(), nonce: 'old' });
    await (await DirectoryLock.acquire(directory)).release();
  });

  const winners = async (rivals: number): Promise<DirectoryLock[]> => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: rivals }, () => DirectoryLock.acquire(directory)),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DirectoryLockedError);
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };

  it('goes to exactly one of many processes that find it left behind, every time', async () => {
    const pid = await deadPid();
    for (let round = 0; round < 40; round++) {
      await writeLock({ pid, nonce: `left behind ${round}` });
      expect(await winners(20), `round ${round}`).toHaveLength(1);
      expect(await readdir(directory)).toEqual(['relay.lock']);
    }
  });

  it('goes to exactly one of many processes when earlier ones died while they took it over', async () => {
    const pid = await deadPid();
    for (let round = 0; round < 20; round++) {
      const [lock, first, second] = ['lock', 'first heir', 'second heir'].map((nonce) =>
        JSON.stringify({ pid, nonce: `${nonce} ${round}` }),
      ) as [string, string, string];
      await writeLock(JSON.parse(lock));
      const claimOn = (text: string): string =>
        join(directory, `relay.lock.after-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
      await writeFile(claimOn(lock), first);
      await writeFile(claimOn(first), second);
      expect(await winners(20), `round ${round}`).toHaveLength(1);
      expect(await readdir(directory)).toEqual(['relay.lock']);
    }
  });

  it('is taken over when another process has the dead process’s id', async () => {
    await writeLock({ pid: process.pid, startedAt: '1', nonce: 'old' });
    await (await DirectoryLock.acquire(directory)).release();
  });

  it.each(['', '{', '[]', 'null', '{"pid":"1"}'])(
    'is taken over when it cannot be read: %s',
    async (content) => {
      await writeLock(content);
      await (await DirectoryLock.acquire(directory)).release();
    },
  );

  it('is not released by a process that lost it', async () => {
    const lost = await DirectoryLock.acquire(directory);
    await writeLock({ pid: process.pid, nonce: 'another' });
    await lost.release();
    expect(await readdir(directory)).toEqual(['relay.lock']);
  });
});

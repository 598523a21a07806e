import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LOCK_FILE = 'relay.lock';
const ATTEMPTS = 5;

interface LockHolder {
  readonly pid: number;
  /** The start time of the process in kernel ticks, because a later process may get the same pid. */
  readonly startedAt: string | undefined;
  readonly nonce: string;
}

/** Another running relay uses the data folder. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
  readonly code = 'data_folder_in_use';
  constructor(
    readonly directory: string,
    readonly pid: number,
  ) {
    super(`the data folder ${directory} is in use by process ${pid}`);
  }
}

/** Locks a folder for this process. PGlite itself takes no lock, and two writers would corrupt its files. */
export class DirectoryLock {
  private readonly path: string;
  private readonly nonce: string;

  private constructor(path: string, nonce: string) {
    this.path = path;
    this.nonce = nonce;
  }

  /**
   * Takes the lock. A lock whose process died is replaced.
   * @throws DirectoryLockedError
   */
  static async acquire(directory: string): Promise<DirectoryLock> {
    const path = join(directory, LOCK_FILE);
    const nonce = randomUUID();
    const mine: LockHolder = { pid: process.pid, startedAt: await processStart(process.pid), nonce };
    const text = JSON.stringify(mine);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await createExclusively(path, text)) return new DirectoryLock(path, nonce);
      const left = await readIfPresent(path);
      if (left === undefined) continue;
      await refuseLiving(directory, left);
      if (await takeOver(directory, left, text)) return new DirectoryLock(path, nonce);
    }
    throw new Error(`the lock ${path} could not be taken: remove it if no relay is running`);
  }

  /** Releases the folder, unless another process has replaced the lock since. */
  async release(): Promise<void> {
    const text = await readIfPresent(this.path);
    if (text !== undefined && parseHolder(text)?.nonce === this.nonce) await rm(this.path, { force: true });
  }
}

const refuseLiving = async (directory: string, text: string): Promise<void> => {
  const holder = parseHolder(text);
  if (holder !== undefined && (await isAlive(holder))) throw new DirectoryLockedError(directory, holder.pid);
};

/**
 * Replaces a lock that a dead process left. The process that creates the one claim file named after the old
 * lock becomes the new owner; if it dies before it has the lock, its claim is replaced in the same way. No
 * other process may replace the lock meanwhile, so the lock cannot change between the check and the rename. A
 * process that comes late, after the claim files were deleted, finds another lock than the one it claimed.
 * @returns false when the lock changed: check again
 */
const takeOver = async (directory: string, left: string, mine: string): Promise<boolean> => {
  const path = join(directory, LOCK_FILE);
  const claims = [claimOn(path, left)];
  for (;;) {
    const claim = claims.at(-1) ?? path;
    if (await createExclusively(claim, mine)) break;
    const claimed = await readIfPresent(claim);
    if (claimed === undefined) return false;
    await refuseLiving(directory, claimed);
    claims.push(claimOn(path, claimed));
  }
  const own = claims.at(-1) ?? path;
  if ((await readIfPresent(path)) !== left) {
    await rm(own, { force: true });
    return false;
  }
  // The claim file must stay until the lock is replaced.
  const next = `${own}.next`;
  await writeFile(next, mine, { mode: 0o600 });
  await rename(next, path);
  await Promise.all(claims.map((claim) => rm(claim, { force: true })));
  return true;
};

const claimOn = (path: string, text: string): string =>
  `${path}.after-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

const createExclusively = async (path: string, text: string): Promise<boolean> => {
  // Written to another file and then linked, so that no process reads an incomplete lock.
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

const readIfPresent = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const parseHolder = (text: string): LockHolder | undefined => {
  try {
    const value = JSON.parse(text) as Partial<LockHolder> | null;
    if (typeof value?.pid !== 'number' || typeof value.nonce !== 'string') return undefined;
    return { pid: value.pid, startedAt: value.startedAt, nonce: value.nonce };
  } catch {
    // Not one of our lock files, so there is no process to check.
    return undefined;
  }
};

const isAlive = async ({ pid, startedAt }: LockHolder): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
  const start = await processStart(pid);
  return startedAt === undefined || start === undefined || start === startedAt;
};

/** Field 22 of /proc/PID/stat (proc_pid_stat(5)); undefined where there is no /proc. */
const processStart = async (pid: number): Promise<string | undefined> => {
  const stat = await readIfPresent(`/proc/${pid}/stat`);
  // The second field is the command in parentheses, which may contain spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

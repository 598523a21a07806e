import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE = '400m';

/** A file system of its own that can be full without hurting the machine. Making one needs root. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** @returns undefined where the machine does not allow it */
  static async mount(folder: string): Promise<SmallDisk | undefined> {
    if (userInfo().uid !== 0) return undefined;
    await mkdir(folder, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
    } catch {
      return undefined; // a container without the right to mount
    }
    await chmod(folder, 0o777);
    return new SmallDisk(folder);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Takes all the room that is left. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    try {
      await writeFile(this.ballast, Buffer.alloc(bavail * bsize));
    } catch (error) {
      // Somebody else took the last block meanwhile: the disk is as full as it was to be.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  async empty(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['-l', this.folder]);
  }
}

/** Packages go out only when they say where they are from. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { publicPackages, readManifest } from '../support/packed.js';
import { repositoryRoot } from '../support/relay-process.js';

const execute = promisify(execFile);
const script = (name: string): string => join(repositoryRoot, 'scripts', name);
const { addresses, addressOf, PLACEHOLDER, withAddress } = (await import(
  script('lib/release-address.mjs')
)) as {
  addresses: () => readonly string[];
  addressOf: (manifest: object) => string;
  PLACEHOLDER: string;
  withAddress: (manifest: object, address: string, folder: string) => object;
};

describe('the address of the project', () => {
  it('is the same in every package, and read as it was written', async () => {
    expect(addresses()).toHaveLength(1);
    const [folder] = [...(await publicPackages()).values()];
    const manifest = await readManifest(folder!);
    const moved = withAddress(manifest, 'https://github.com/acme/undertone', 'packages/client');
    expect(addressOf(moved)).toBe('https://github.com/acme/undertone');
    expect(moved).toMatchObject({
      homepage: 'https://github.com/acme/undertone/tree/main/packages/client#readme',
      repository: { url: 'git+https://github.com/acme/undertone.git', directory: 'packages/client' },
    });
  });

  it('is asked for before anything is published, while nobody has given it', async () => {
    const checked = execute(process.execPath, [script('release-publish.mjs'), '--check']);
    if (addresses()[0] !== PLACEHOLDER) await checked;
    else
      await expect(checked).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('npm run release:address -- https://') as string,
      });
  });

  it.each(['github.com/acme/undertone', 'https://github.com', 'https://git.example.com/undertone/undertone'])(
    'is not %s, and says so before any file is written',
    async (address) => {
      await expect(execute(process.execPath, [script('release-address.mjs'), address])).rejects.toMatchObject(
        {
          code: 1,
          stderr: expect.stringContaining('no address of a repository') as string,
        },
      );
    },
  );
});

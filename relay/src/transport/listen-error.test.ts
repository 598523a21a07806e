import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertListenable } from './listen-error.js';

describe('when the relay cannot listen', () => {
  it('the error names the port that is taken and another one to use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(assertListenable('127.0.0.1', port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`PORT=${port + 1}`) as string,
    });
    await new Promise((resolve) => taken.close(resolve));
    await assertListenable('127.0.0.1', port);
  });

  it('the error reports an address that does not belong to this machine', async () => {
    await expect(assertListenable('192.0.2.1', 0)).rejects.toThrow('HOST=127.0.0.1');
  });
});

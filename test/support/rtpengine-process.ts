/** Debian's rtpengine as a child process in userspace: no kernel module, no root, ports of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { findProgram, installCommand } from '../../scripts/lib/program.mjs';

const PACKAGE = 'rtpengine-daemon';
/** rtpengine takes free pairs out of it. */
const MEDIA_PORTS = [30_000, 40_000] as const;

export class RtpEngineProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @throws Error with the command that installs it, when it is not there and cannot be installed */
  static async start(): Promise<RtpEngineProcess> {
    if (!(await findProgram('rtpengine', PACKAGE)))
      throw new Error(`rtpengine is missing: ${installCommand(PACKAGE)}`);
    const port = await freePort();
    const [least, most] = MEDIA_PORTS;
    // Debian's configuration opens ports of its own.
    const line = `--config-file=none --foreground --log-stderr --log-level=6 --table=-1 --interface=127.0.0.1 --listen-ng=127.0.0.1:${port}`;
    const child = spawn('rtpengine', [...line.split(' '), `--port-min=${least}`, `--port-max=${most}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Startup complete')) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`rtpengine ended with ${code}:\n${said.slice(-2_000)}`)));
    });
    return new RtpEngineProcess(child, port);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** For programs that cannot choose their UDP port themselves. */
export const freePort = async (): Promise<number> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
};

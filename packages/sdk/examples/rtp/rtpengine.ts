/** rtpengine's control protocol `ng`: one UDP datagram for a command, one for its answer (its docs/ng_control_protocol.md). */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';

export class RtpEngineError extends Error {
  override readonly name = 'RtpEngineError';

  constructor(
    readonly code: 'refused' | 'no_answer',
    message: string,
  ) {
    super(message);
  }
}

export type NgAnswer = Readonly<Record<string, unknown>>;

/** A command is sent again when its answer is lost; rtpengine knows it by its cookie and does it once. */
const TRIES = 4;
const WAIT_MS = 500;

export class RtpEngine {
  private readonly waiting = new Map<string, (answer: NgAnswer) => void>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (datagram) => {
      const text = datagram.toString();
      const space = text.indexOf(' ');
      this.waiting.get(text.slice(0, space))?.(JSON.parse(text.slice(space + 1)) as NgAnswer);
    });
    // Refused datagrams (ICMP) come as errors; the missing answer is what is told.
    socket.on('error', () => undefined);
  }

  /** @param address of `--listen-ng`; keep it on a private network, since it has no authentication */
  static async open({ host, port }: { readonly host: string; readonly port: number }): Promise<RtpEngine> {
    const socket = createSocket('udp4');
    socket.connect(port, host);
    await once(socket, 'connect');
    return new RtpEngine(socket);
  }

  /** @throws RtpEngineError */
  async command(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<NgAnswer> {
    const cookie = randomUUID();
    const datagram = `${cookie} ${JSON.stringify({ command: name, ...fields })}`;
    try {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const answer = await this.ask(cookie, datagram);
        if (answer === undefined) continue;
        if (answer['result'] === 'error')
          throw new RtpEngineError('refused', `${name}: ${String(answer['error-reason'])}`);
        return answer;
      }
    } finally {
      this.waiting.delete(cookie);
    }
    throw new RtpEngineError('no_answer', `${name}: rtpengine does not answer`);
  }

  close(): void {
    this.socket.close();
  }

  private ask(cookie: string, datagram: string): Promise<NgAnswer | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), WAIT_MS);
      this.waiting.set(cookie, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.socket.send(datagram);
    });
  }
}

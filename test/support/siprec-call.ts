/** A border controller that copies a call: sipp sends the INVITEs to Kamailio, and ffmpeg both parties' RTP to where the answer says. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './relay-process.js';
import { freePort } from './rtpengine-process.js';
import { type RunningProgram, startProgram } from './running-program.js';
import { recordedScenario, type RecordedParties } from './siprec-scenario.js';

const CONFIGURATION = join(repositoryRoot, 'packages/sdk/examples/siprec/kamailio.cfg');

export interface SiprecCall extends RecordedParties {
  /** Of the recording server. */
  readonly recorder: string;
  /** What the parties of the two lines say, µ-law. */
  readonly said: readonly [Buffer, Buffer];
  readonly holdMs?: number;
}

/** Resolves when the border controller has hung up. @throws Error with what the programs said when the call failed */
export const siprecCall = async ({ recorder, said, keys, ...call }: SiprecCall): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-siprec-'));
  const [proxyPort, ownPort] = [await freePort(), await freePort()];
  const running: RunningProgram[] = [];
  try {
    const write = async (name: string, content: string | Buffer) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    await Promise.all(said.map((codes, line) => write(`line-${line}.ulaw`, codes)));
    const speak = await write('speak.sh', speaking(folder, keys));
    const spokenMs = Math.max(...said.map(({ length }) => length)) / 8;
    const scenario = await write(
      'src.xml',
      recordedScenario({ ...call, ...(keys && { keys }) }, { ...call, spokenMs, speak: `sh ${speak}` }),
    );
    const defines = [`LISTEN=udp:127.0.0.1:${proxyPort}`, `RECORDER="recorder=>${recorder}"`].flatMap(
      (define) => ['-A', define],
    );
    const small = ['-m', '16', '-M', '4', '-Y', folder, '-DD', '-E'];
    const proxy = startProgram('kamailio', ['-f', CONFIGURATION, ...small, ...defines], folder);
    running.push(proxy);
    await proxy.says(/SO_RCVBUF is finally/u);
    const line = `-sf ${scenario} -i 127.0.0.1 -p ${ownPort} -m 1 -nostdin 127.0.0.1:${proxyPort}`;
    const controller = startProgram('sipp', line.split(' '), folder);
    running.push(controller);
    const code = await controller.ended;
    if (code !== 0)
      throw new Error(
        `the call failed (${code}):\n${controller.said().slice(0, 3_000)}\n${proxy.said().slice(-2_000)}`,
      );
  } finally {
    for (const program of running) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** `speak.sh LINE PORT` sends what a line says, at the pace of speech. */
const speaking = (folder: string, keys: RecordedParties['keys']): string => {
  const read = `ffmpeg -nostdin -loglevel error -re -f mulaw -ar 8000 -ac 1 -i ${folder}/line-$1.ulaw -c:a copy -payload_type 0 -f rtp`;
  if (keys === undefined) return `exec ${read} "rtp://127.0.0.1:$2?pkt_size=172"\n`;
  const [first, second] = keys;
  return `[ "$1" = 0 ] && key=${first} || key=${second}
exec ${read} -srtp_out_suite AES_CM_128_HMAC_SHA1_80 -srtp_out_params $key "srtp://127.0.0.1:$2?pkt_size=182"\n`;
};

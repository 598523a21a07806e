/** A call of two sipp phones through Kamailio and rtpengine, all of them Debian's, on ports of their own. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPart, findProgram, installCommand } from '../../scripts/lib/program.mjs';
import { freePort } from './rtpengine-process.js';
import { type RunningProgram, startProgram } from './running-program.js';
import { repositoryRoot } from './relay-process.js';
import { calledScenario, callerScenario } from './sip-scenarios.js';

const PACKAGES = { kamailio: 'kamailio', sipp: 'sip-tester' } as const;
/** Kamailio's HTTP client, a package of its own. */
const HTTP_CLIENT = 'kamailio-utils-modules';
const hasHttpClient = () =>
  readdirSync('/usr/lib').some((folder) =>
    existsSync(join('/usr/lib', folder, 'kamailio/modules/http_client.so')),
  );
const CONFIGURATION = join(repositoryRoot, 'packages/sdk/examples/rtp/kamailio.cfg');
/** Between the answer and the first word. */
const BEFORE_MS = 700;

/** @throws Error with the command that installs what is missing */
export const ensureSip = async (): Promise<void> => {
  for (const [program, name] of Object.entries(PACKAGES))
    if (!(await findProgram(program, name)))
      throw new Error(`${program} is missing: ${installCommand(name)}`);
  if (!(await findPart(hasHttpClient, HTTP_CLIENT)))
    throw new Error(`${HTTP_CLIENT} is missing: ${installCommand(HTTP_CLIENT)}`);
};

export interface SipCall {
  /** rtpengine's control port. */
  readonly ngPort: number;
  /** Of the fork server. */
  readonly forks: string;
  /** What each party says, in µ-law. */
  readonly caller: Buffer;
  readonly called: Buffer;
}

/** Resolves when the caller has hung up. @throws Error with what the phone or the proxy said when the call failed */
export const sipCall = async ({ ngPort, forks, caller, called }: SipCall): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-sip-'));
  const [proxyPort, callerPort, calledPort] = [await freePort(), await freePort(), await freePort()];
  const running: RunningProgram[] = [];
  try {
    const write = async (name: string, content: string | Buffer) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const spokenMs = Math.max(caller.length, called.length) / 8;
    const first = callerScenario(await write('caller.ulaw', caller), BEFORE_MS, spokenMs + 500);
    const second = calledScenario(await write('called.ulaw', called), BEFORE_MS);
    const defines = [
      `LISTEN=udp:127.0.0.1:${proxyPort}`,
      `NEXT="sip:127.0.0.1:${calledPort}"`,
      `RTPENGINE="udp:127.0.0.1:${ngPort}"`,
      `FORKS="forks=>${forks}"`,
    ].flatMap((define) => ['-A', define]);
    const small = ['-m', '16', '-M', '4', '-Y', folder, '-DD', '-E'];
    const proxy = startProgram('kamailio', ['-f', CONFIGURATION, ...small, ...defines], folder);
    running.push(proxy);
    await proxy.says(/rtpengine \S+ found|SO_RCVBUF is finally/u);
    const phone = (scenario: string, port: number, more: readonly string[]) =>
      startProgram(
        'sipp',
        ['-sf', scenario, '-i', '127.0.0.1', '-p', String(port), '-m', '1', '-nostdin', ...more],
        folder,
      );
    const answering = phone(await write('called.xml', second), calledPort, []);
    running.push(answering);
    const dialing = phone(await write('caller.xml', first), callerPort, [
      `127.0.0.1:${proxyPort}`,
      '-s',
      'trunk',
    ]);
    running.push(dialing);
    const code = await dialing.ended;
    if (code !== 0)
      throw new Error(
        `the call failed (${code}):\n${dialing.said().slice(-2_000)}\n${proxy.said().slice(-2_000)}`,
      );
  } finally {
    for (const program of running) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

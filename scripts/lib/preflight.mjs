/** Checks whether Undertone runs on this machine, before anything is downloaded. */
import { createServer } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { fail } from './log.mjs';

const oldestNode = [20, 19];
/** Node's module ABI per major release; the socket library ships one binary for each. */
const supportedAbi = { 115: 'Node 20', 127: 'Node 22' };
const supportedSystems = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
/** The oldest C library on which the shipped binaries (onnxruntime) load. */
const oldestGlibc = [2, 28];

const isOlder = ([major, minor], [otherMajor, otherMinor]) =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);

/** Ends the process with a clear message if Node is too old. Needs nothing installed. */
export function checkNode() {
  const current = process.versions.node.split('.').map(Number);
  if (isOlder(current, oldestNode)) {
    fail(
      `Node ${process.versions.node} is too old; Undertone needs Node ${oldestNode.join('.')} or newer.`,
      'install Node 20 or 22 (https://nodejs.org, or `nvm install 20`) and run the same command again.',
    );
  }
}

/** Ends the process if the relay's native parts (uWebSockets.js, onnxruntime) have no build for this machine. */
export function checkNativeParts() {
  const system = `${process.platform}-${process.arch}`;
  if (!supportedSystems.includes(system)) {
    fail(
      `the socket library (uWebSockets.js) has no build for ${system}.`,
      `run on one of ${supportedSystems.join(', ')}, for example in the container image node:20-bookworm.`,
    );
  }
  if (supportedAbi[process.versions.modules] === undefined) {
    fail(
      `the socket library (uWebSockets.js) has no build for Node ${process.versions.node} (ABI ${process.versions.modules}).`,
      `use ${Object.values(supportedAbi).join(' or ')}, for example \`nvm install 22 && nvm use 22\`.`,
    );
  }
  if (process.platform === 'linux') checkGlibc();
}

function checkGlibc() {
  const version = process.report.getReport().header.glibcVersionRuntime;
  if (version === undefined) {
    fail(
      'this Linux uses a C library other than glibc (musl, as in Alpine); the native parts need glibc.',
      'use a glibc-based system or image, for example node:20-bookworm.',
    );
  }
  if (isOlder(version.split('.').map(Number), oldestGlibc)) {
    fail(
      `this system's C library is glibc ${version}; the native parts need ${oldestGlibc.join('.')} or newer.`,
      'use a newer system or image, for example Debian 12 or node:20-bookworm.',
    );
  }
}

/** Checks after the installation that the socket library's binary for this machine exists. Ends the process if not. */
export function checkInstalledBinaries() {
  const name = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  const file = join(root, 'node_modules', 'uWebSockets.js', 'dist', 'bin', name);
  if (!existsSync(file) || readFileSync(file).length === 0) {
    fail(`${file} is missing.`, 'delete node_modules and run the same command again.');
  }
}

/** Ends the process when the port cannot be opened; port 0 asks the system for a free one. */
export async function checkPort(port) {
  const problem = await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
  if (problem === 'EADDRINUSE') {
    fail(
      `port ${port} is in use by another program.`,
      `stop that program, or use another port: \`PORT=${port + 1} npm start\`.`,
    );
  }
  if (problem === 'EACCES') {
    fail(`this user may not open port ${port}.`, 'use a port above 1023, for example `PORT=8787 npm start`.');
  }
  if (problem !== undefined) fail(`port ${port} cannot be opened (${problem}).`, 'set PORT to another one.');
}

/** Reads PORT: 0–65535. */
export function portFromEnvironment(fallback) {
  const text = process.env.PORT;
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    fail(`PORT is "${text}", which is not a port number.`, 'set it to a number from 0 to 65535.');
  }
  return port;
}

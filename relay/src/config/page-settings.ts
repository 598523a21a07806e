import { fileURLToPath } from 'node:url';
import type { EnvironmentReader } from './environment-reader.js';

/** The pages that the relay serves. */
export interface PageSettings {
  readonly demo: boolean;
  readonly demoDir: string;
  readonly consoleDir: string;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1']);
const CONSOLE_SITE = fileURLToPath(new URL('../../../packages/console/dist/site', import.meta.url));
const DEMO_DIST = fileURLToPath(new URL('../../../demo/dist', import.meta.url));

/** @param host where the relay listens: the demo hands out tokens to everybody, so others than this machine get it only on request */
export const readPages = (read: EnvironmentReader, host: string): PageSettings => ({
  demo: read.choice('UNDERTONE_DEMO', ['on', 'off'], LOCAL_HOSTS.has(host) ? 'on' : 'off') === 'on',
  demoDir: read.path('UNDERTONE_DEMO_DIR') ?? DEMO_DIST,
  consoleDir: read.path('UNDERTONE_CONSOLE_DIR') ?? CONSOLE_SITE,
});

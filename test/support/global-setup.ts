/** Runs once per test run: makes a data folder with a fresh database. Every relay of the tests starts with a copy of it. */
import { rm } from 'node:fs/promises';
import { RelayProcess, templateVariable } from './relay-process.js';

export default async function setup(): Promise<() => Promise<void>> {
  const relay = await RelayProcess.start();
  await relay.end();
  process.env[templateVariable] = relay.dataDir;
  return () => rm(relay.dataDir, { recursive: true, force: true });
}

/** What the tests of the client library share in every browser that runs them: its page at a relay, and speech to play. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Misconduct } from './chromium.js';
import { addProsody, makeHarness } from './harness.js';
import { instrument } from './instrument.js';
import { modelName, modelPath } from './parity.js';
import { RelayProcess } from './relay-process.js';
import { someSpeech, speechRate } from './speech.js';
import { writeWav } from './wav.js';
import type { Wiretap } from './wiretap.js';

/** Of a page that did nothing that it must not do. */
export const clean: Misconduct = { consoleErrors: [], pageErrors: [], foreignRequests: [] };

/**
 * Starts a relay that serves the page of harness.ts with prosody, the model and twelve seconds of speech.
 * @param work runs before the page's own scripts, for browsers whose driver cannot do that
 */
export const startClientHarness = async (
  ...work: (() => void)[]
): Promise<{ relay: RelayProcess; speech: Float32Array }> => {
  const folder = await makeHarness();
  await addProsody(folder);
  if (work.length > 0) await instrument(folder, ...work);
  const speech = await someSpeech(12);
  await writeWav(join(folder, 'speech.wav'), speech, speechRate);
  await copyFile(modelPath, join(folder, modelName));
  const relay = await RelayProcess.start({
    env: {
      UNDERTONE_DEMO: 'on',
      UNDERTONE_DEMO_DIR: folder,
      UNDERTONE_HANDSHAKES_PER_MINUTE: '100000',
    },
  });
  return { relay, speech };
};

/** Waits until a page has sent its audio up to a time. */
export const waitForAudio = (wiretap: Wiretap, ms: number) =>
  wiretap.fromPage.waitFor(
    ({ message: { body } }) => body?.kind === 'audio' && body.value.firstSample >= ms * 16,
    `audio up to ${ms} ms`,
    ms + 60_000,
  );

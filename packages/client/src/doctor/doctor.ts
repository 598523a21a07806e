import { AudioSource } from '../capture/audio-source.js';
import { describeUnknown } from '../common/error-wire.js';
import type { Cancel, Scheduler } from '../common/scheduler.js';
import { CredentialError, UndertoneError } from '../common/undertone-error.js';
import { resolveAddresses, type ResolvedAddresses, type SessionOptions } from '../session/session-options.js';
import { readToken } from '../session/token.js';
import { libraryAssets } from '../session/library-assets.js';
import { TOKEN_TIMEOUT_MS } from '../transport/transport-types.js';
import { fail, ok, warn, type Check } from './check.js';
import { checkedPage, type CheckedPage } from './checked-page.js';
import { checkGraph } from './graph-checks.js';
import { checkHearing } from './hearing-check.js';
import { checkHealth, checkStream } from './relay-checks.js';
import { checkWorker } from './worker-check.js';

/** What to examine: the options of the session that does not work. */
export type DoctorOptions = Pick<SessionOptions, 'url' | 'assets' | 'getToken' | 'privacy'> & {
  /** Default: the microphone. */
  sources?: SessionOptions['sources'] | undefined;
  /** How long to listen for sound, ms. Default 1,000. */
  listenMs?: number | undefined;
};

/** Runs all checks; see `doctor`. */
export const examine = async (options: DoctorOptions, environment = checkedPage()): Promise<Check[]> => {
  const checks: Check[] = [];
  const add = (...found: Check[]) => checks.push(...found);
  add(checkSecure(environment), await checkDevices(environment));
  const permission = await environment.microphonePermission();
  if (permission !== null) add(checkPermission(permission));
  let addresses;
  try {
    addresses = resolveAddresses(options, environment.baseUrl, libraryAssets());
  } catch (cause) {
    add(fail('relay_http', describeUnknown(cause), 'Correct the address in the options.'));
    return checks;
  }
  add(...(await examineSound(options, environment, addresses)));
  add(await checkWorker(environment, addresses.transportWorker));
  if (options.privacy !== undefined) add(await checkHearing(environment, addresses));
  add(...(await checkHealth(environment, addresses.health)));
  const token = await takeToken(options.getToken, environment.scheduler);
  add(token.check);
  if (token.token !== null) add(await checkStream(environment, addresses, token.token));
  return checks;
};

const checkSecure = (environment: CheckedPage): Check =>
  environment.isSecureContext
    ? ok('secure_context', 'the page is a secure context')
    : fail('secure_context', 'the page is not a secure context', 'Serve it over https:, or from localhost.');

const checkDevices = async (environment: CheckedPage): Promise<Check> => {
  const inputs = (await environment.enumerateDevices()).filter((device) => device.kind === 'audioinput');
  return inputs.length > 0
    ? ok('device', `${inputs.length} audio input${inputs.length === 1 ? '' : 's'}`)
    : fail(
        'device',
        'the browser sees no audio input',
        'Plug in a microphone or headset and look at the system’s settings.',
      );
};

const checkPermission = (permission: PermissionState): Check => {
  switch (permission) {
    case 'granted':
      return ok('permission', 'the page may use the microphone');
    case 'prompt':
      return warn('permission', 'the browser will ask for the microphone', 'Start the session from a click.');
    case 'denied':
      return fail(
        'permission',
        'the microphone is denied to this page',
        'Allow it in the browser’s site settings; in a frame, add allow="microphone".',
      );
  }
};

const examineSound = async (
  { sources, listenMs }: DoctorOptions,
  environment: CheckedPage,
  addresses: ResolvedAddresses,
): Promise<Check[]> => {
  const checks: Check[] = [];
  for (const { track, constraints } of sources ?? [
    { track: 'microphone' as const, constraints: undefined },
  ]) {
    let source: AudioSource;
    try {
      source = await AudioSource.open(environment, track, constraints, () => undefined);
    } catch (cause) {
      checks.push(sourceFailure(cause));
      continue;
    }
    checks.push(ok('microphone', 'the track is open'));
    try {
      checks.push(...(await checkGraph(environment, source, addresses, listenMs ?? 1_000)));
    } finally {
      source.close();
    }
  }
  return checks;
};

const FIXES: Readonly<Record<string, string>> = {
  microphone_denied:
    'Allow the microphone in the browser’s site settings; in a frame, add allow="microphone".',
  microphone_not_found: 'Plug in a microphone or headset.',
  microphone_in_use: 'Close the program that holds the microphone, or choose another one.',
  microphone_constraints: 'Ask for less: drop deviceId or exact values from the constraints.',
  insecure_context: 'Serve the page over https:, or from localhost.',
  track_ended: 'Hand over a track that is still live.',
  track_not_audio: 'Hand over an audio track.',
};

const sourceFailure = (cause: unknown): Check => {
  const code = cause instanceof UndertoneError ? cause.code : '';
  return fail('microphone', describeUnknown(cause), FIXES[code] ?? 'Try another device or browser.');
};

const takeToken = async (
  getToken: DoctorOptions['getToken'],
  scheduler: Scheduler,
): Promise<{ token: string | null; check: Check }> => {
  let cancel: Cancel = () => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = scheduler.after(TOKEN_TIMEOUT_MS, () =>
      reject(new Error(`getToken gave no answer within ${TOKEN_TIMEOUT_MS} ms`)),
    );
  });
  try {
    const answered = async () => readToken(await getToken({ reason: 'connect', attempt: 0 }));
    const token = await Promise.race([answered(), late]);
    return { token, check: ok('token', 'getToken gives a token') };
  } catch (cause) {
    const isKey = cause instanceof CredentialError && cause.code === 'psk_in_browser';
    const fix = isKey
      ? 'Keep the key on your server; let the page fetch a token that your server gets from POST /v1/stream/tokens.'
      : 'Look at your server’s answer to the page’s token request.';
    return { token: null, check: fail('token', describeUnknown(cause), fix) };
  } finally {
    cancel();
  }
};

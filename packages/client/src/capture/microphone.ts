import { CaptureError, type CaptureErrorCode } from '../common/undertone-error.js';
import type { PageEnvironment } from './page-environment.js';

/**
 * The default constraints of a microphone. Echo cancellation keeps the other side's voice out of this channel. Noise
 * suppression and automatic gain remove exactly what is analyzed, so they are off.
 */
export const DEFAULT_CONSTRAINTS: Readonly<MediaTrackConstraints> = {
  channelCount: { ideal: 1 },
  echoCancellation: { ideal: true },
  noiseSuppression: { ideal: false },
  autoGainControl: { ideal: false },
};

/**
 * Opens the microphone.
 *
 * @throws CaptureError `microphone_denied`, `_not_found`, `_in_use`, `_constraints`, `_failed`
 */
export const openMicrophone = async (
  environment: PageEnvironment,
  constraints: MediaTrackConstraints = {},
): Promise<MediaStreamTrack> => {
  let stream: MediaStream;
  try {
    stream = await environment.getUserMedia({ audio: { ...DEFAULT_CONSTRAINTS, ...constraints } });
  } catch (cause) {
    throw microphoneError(cause);
  }
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw microphoneError(null);
  return track;
};

const CODES: Readonly<Record<string, [CaptureErrorCode, string, boolean]>> = {
  NotAllowedError: ['microphone_denied', 'the microphone is not allowed on this page', false],
  SecurityError: ['microphone_denied', 'the page may not use the microphone (Permissions-Policy?)', false],
  NotFoundError: ['microphone_not_found', 'no microphone is connected', true],
  NotReadableError: ['microphone_in_use', 'the microphone is taken by another program', true],
  AbortError: ['microphone_in_use', 'the microphone could not be started', true],
  OverconstrainedError: ['microphone_constraints', 'no microphone meets the constraints', false],
  TypeError: ['microphone_constraints', 'the constraints are not valid', false],
  NotSupportedError: ['unsupported_browser', 'this browser gives no microphone to this page', false],
};

/** Turns a `getUserMedia` failure into one of our errors. */
export const microphoneError = (cause: unknown): CaptureError => {
  const name = cause instanceof Error ? cause.name : '';
  const [code, message, retryable] = CODES[name] ?? [
    'microphone_failed',
    'the microphone could not be opened',
    true,
  ];
  return new CaptureError(code, message, { cause, retryable, details: name === '' ? {} : { name } });
};

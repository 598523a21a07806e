/** What a check looked at. */
export type CheckId =
  | 'secure_context'
  | 'device'
  | 'permission'
  | 'microphone'
  | 'context'
  | 'worklet'
  | 'worker'
  /** Only with `privacy: 'features'`: what the page hears with. */
  | 'hearing'
  | 'sound'
  | 'token'
  | 'relay_http'
  | 'relay_stream'
  /** Of the audio thread. */
  | 'clock'
  /** The page’s time against the relay’s. */
  | 'relay_clock';

/** One finding. `fix` says what the developer of the page can do. It is empty when nothing is wrong. */
export interface Check {
  /** What was looked at. */
  id: CheckId;
  /** `warn` works, but worse than it could; `fail` means that a session cannot work. */
  status: 'ok' | 'warn' | 'fail';
  /** What was found. */
  message: string;
  /** What to do about it. */
  fix: string;
}

export const ok = (id: CheckId, message: string): Check => ({ id, status: 'ok', message, fix: '' });

export const warn = (id: CheckId, message: string, fix: string): Check => ({
  id,
  status: 'warn',
  message,
  fix,
});

export const fail = (id: CheckId, message: string, fix: string): Check => ({
  id,
  status: 'fail',
  message,
  fix,
});

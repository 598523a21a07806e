/** Facts beside a log line. Never a secret, audio or text of the call. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Where the library's log lines go; nothing is printed by default. `error`: a user noticed; `warn`: retried;
 * `info`: one line per change of life cycle; `debug`: the rest.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const ignore = (): void => {
  // the default: a library is quiet unless asked
};

/** Writes nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

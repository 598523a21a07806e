/** Facts that belong to a log line. They never hold a secret, audio or text of the call. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Receives the library's log lines. By default nothing is logged. `error`: a user noticed; `warn`: retried; `info`: one line per
 * lifecycle change; `debug`: everything else.
 */
export interface Logger {
  /** Everything else. */
  debug(message: string, fields?: LogFields): void;
  /** One line per lifecycle change. */
  info(message: string, fields?: LogFields): void;
  /** Something failed and is tried again. */
  warn(message: string, fields?: LogFields): void;
  /** A user noticed it. */
  error(message: string, fields?: LogFields): void;
}

const ignore = (): void => {
  // By default the library logs nothing.
};

/** Writes nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** An error that the person at the command line can fix. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

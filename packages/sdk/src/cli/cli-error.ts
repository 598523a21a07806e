/** Something the person at the command line can put right. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

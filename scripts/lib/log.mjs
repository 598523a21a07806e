/** Progress lines with the time since the command began. They go to stderr, so that stdout holds only the command's own output. */
const began = process.hrtime.bigint();

const colored = process.stderr.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code, text) => (colored ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Seconds since the command began, e.g. `12.3 s`. */
export function elapsed() {
  return `${(Number(process.hrtime.bigint() - began) / 1e9).toFixed(1)} s`;
}

/** Prints one progress line. */
export function say(text) {
  process.stderr.write(`${paint('2', `[${elapsed().padStart(8)}]`)} ${text}\n`);
}

/** Prints the problem and what to do about it, then exits with code 1. */
export function fail(problem, whatToDo) {
  process.stderr.write(`\n${paint('31', 'Cannot go on:')} ${problem}\n`);
  if (whatToDo !== undefined) process.stderr.write(`${paint('1', 'What to do:')} ${whatToDo}\n`);
  process.exit(1);
}

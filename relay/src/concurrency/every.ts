/** Calls `run` at this pace until the returned function is called. Does not keep the process alive. */
export const every = (ms: number, run: () => void): (() => void) => {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
};

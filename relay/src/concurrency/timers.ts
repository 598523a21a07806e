/** The process's own timers, as what takes its timers from outside wants them. */
export const timers = {
  /** Runs once. @returns what cancels it */
  after: (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  /** Runs again and again. @returns what cancels it */
  every: (ms: number, run: () => void): (() => void) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/**
 * Whether a value of JSON is nested at most so deep. It is looked at level by level: what can be parsed may still be too deep
 * for whatever goes through it by calling itself, `JSON.stringify` too.
 */
export const isNestedWithin = (levels: number, value: unknown): boolean => {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return false;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each as Record<string, unknown>) : [],
    );
  }
  return true;
};

/**
 * Whether a JSON value is nested at most this deep. The check goes level by level without recursion: a value
 * that can be parsed may still be too deep for recursive functions such as `JSON.stringify`.
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

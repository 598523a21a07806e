/** Puts an entry at the end of a map that holds at most `most`; beyond that the first one, the oldest, leaves. */
export const keepNewest = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  // Set alone, an entry that is there already would keep its place.
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
};

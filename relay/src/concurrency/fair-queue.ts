/** Who waits, group by group in turn: a group that brings a hundred jobs is served as often as one that brings one. */
export class FairQueue<T> {
  /** In the order of service: the group that was served last is at the end. */
  private readonly groups = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(group: string): number {
    return this.groups.get(group)?.length ?? 0;
  }

  push(group: string, item: T): void {
    const items = this.groups.get(group);
    if (items === undefined) this.groups.set(group, [item]);
    else items.push(item);
    this.count++;
  }

  /** Takes the oldest item of the next group that may be served. */
  shift(maySend: (group: string) => boolean = () => true): T | undefined {
    for (const [group, items] of this.groups) {
      if (!maySend(group)) continue;
      const item = items.shift();
      this.groups.delete(group);
      if (items.length > 0) this.groups.set(group, items);
      this.count--;
      return item;
    }
    return undefined;
  }

  /** @returns whether it was still waiting */
  remove(group: string, item: T): boolean {
    const items = this.groups.get(group) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.groups.delete(group);
    this.count--;
    return true;
  }

  /** Empties the queue. */
  clear(): readonly T[] {
    const all = [...this.groups.values()].flat();
    this.groups.clear();
    this.count = 0;
    return all;
  }
}

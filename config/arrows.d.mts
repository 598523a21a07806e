/** Which folders a folder may import from. */
type Arrows = Readonly<Record<string, readonly string[]>>;

export const packageArrows: Arrows;
export const relayArrows: Arrows;
export const domainArrows: Arrows;

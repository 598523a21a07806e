/** The id of a channel that the hello did not name. */
export const defaultChannelId = (index: number): string => `ch${index}`;

/** Whether this is a channel's own name, which the client did not give it. */
export const isUnnamed = (id: string, channel: number): boolean => id === defaultChannelId(channel);

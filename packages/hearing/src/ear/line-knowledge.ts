import type { PackedBaseline } from '@undertone/model';

/** What the two readers know about a line and its voices, as plain data. It fits these readers and versions only. */
export interface LineKnowledge {
  /** Of the live reader. */
  readonly live: PackedBaseline;
  /** Of the full reader. Absent where there is none. */
  readonly full?: PackedBaseline;
}

/**
 * What each channel of a call knows, each from what was known of the call's line when it began: two channels are two
 * microphones, and what one hears teaches nothing about the other. Undefined: nothing.
 */
export type ChannelKnowledge = readonly (LineKnowledge | undefined)[];

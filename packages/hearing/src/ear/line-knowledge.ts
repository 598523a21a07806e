import type { BaselineState } from '@undertone/model';

/** What the two readers know about a line and its voices, as plain data. It fits these readers and versions only. */
export interface LineKnowledge {
  readonly live: BaselineState;
  readonly full?: BaselineState;
}

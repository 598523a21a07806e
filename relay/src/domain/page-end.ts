/** The last of a page of a list by time and then by id: what comes next is behind it, also where it was deleted meanwhile. */
export interface PageEnd {
  readonly createdAtMs: number;
  readonly id: string;
}

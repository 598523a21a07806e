/**
 * The last item of a page of a list that is sorted by time and then by id. The next page starts behind it,
 * even if the item has been deleted since.
 */
export interface PageEnd {
  readonly createdAtMs: number;
  readonly id: string;
}

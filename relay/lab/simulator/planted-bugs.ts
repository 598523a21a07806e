/**
 * Bugs that only a test plants, to show that the checks can fail. There is at least one for each invariant.
 * I1: a second is charged again, or not at all. I2: a repeated top-up pays twice, or others can spend money that is set
 * aside. I6: one place too many is given, or a dead relay's places never become free.
 */
export const PLANTED_BUGS = {
  charges_again: 'I1',
  charges_nothing: 'I1',
  returns_again: 'I1',
  tops_up_again: 'I2',
  spends_what_is_held: 'I2',
  one_place_too_many: 'I6',
  lease_without_end: 'I6',
} as const;

export type PlantedBug = keyof typeof PLANTED_BUGS;
export type Invariant = (typeof PLANTED_BUGS)[PlantedBug];

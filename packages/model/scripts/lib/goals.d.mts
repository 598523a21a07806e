export type GoalRow = readonly (string | number)[];
interface Scores {
  readonly uarByTime: readonly number[];
  readonly interval: readonly number[];
}
interface Fit {
  readonly ece: number;
}
export function goalRow(name: string, here: number, text: string): GoalRow;
export function wholeGoals(
  result: { readonly recognition: Readonly<Record<string, Scores>>; readonly calibration?: Fit },
  byFolds: boolean,
  fileBytes: number,
): GoalRow[];
export function conditionGoals(byCondition: ReadonlyMap<string, Readonly<Record<string, Scores>>>): GoalRow[];
export function newCorporaGoals(result: {
  readonly fourClasses: readonly { readonly uar: number }[];
  readonly calibration?: Fit;
}): GoalRow[];

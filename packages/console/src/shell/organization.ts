export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

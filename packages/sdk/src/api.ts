import type { components, operations } from './generated/api.js';

/** A named shape of the API reference. */
export type Schema<N extends keyof components['schemas']> = components['schemas'][N];

type Operation = keyof operations;
interface JsonContent<T> {
  readonly content: { readonly 'application/json': T };
}
type Loose<T> = T extends object ? { readonly [K in keyof T]: T[K] } : T;

/** What an operation of the API reference answers when all is well; `undefined` where it has no body. */
export type Answer<O extends Operation> = {
  [S in keyof operations[O]['responses']]: operations[O]['responses'][S] extends {
    content: { readonly 'application/json': infer T };
  }
    ? T
    : undefined;
}[keyof operations[O]['responses']];

/** The JSON body an operation takes. */
export type Body<O extends Operation> = operations[O] extends {
  readonly requestBody?: infer R;
}
  ? NonNullable<R> extends JsonContent<infer T>
    ? Loose<T>
    : never
  : never;

/** The query an operation takes, without the cursor, which page after page is read by. */
export type Query<O extends Operation> = Omit<
  NonNullable<operations[O]['parameters']['query']>,
  'cursor' | 'limit'
>;

import type { components, operations } from './generated/api.js';

/** A named schema of the API reference. */
export type Schema<N extends keyof components['schemas']> = components['schemas'][N];

type Operation = keyof operations;
interface JsonContent<T> {
  readonly content: { readonly 'application/json': T };
}
type Loose<T> = T extends object ? { readonly [K in keyof T]: T[K] } : T;

/** The successful answer of an operation of the API reference; `undefined` when it has no body. */
export type Answer<O extends Operation> = {
  [S in keyof operations[O]['responses']]: operations[O]['responses'][S] extends {
    content: { readonly 'application/json': infer T };
  }
    ? T
    : undefined;
}[keyof operations[O]['responses']];

/** The JSON body of an operation. */
export type Body<O extends Operation> = operations[O] extends {
  readonly requestBody?: infer R;
}
  ? NonNullable<R> extends JsonContent<infer T>
    ? Loose<T>
    : never
  : never;

/** The query of an operation without the cursor, which the library sets for each page. */
export type Query<O extends Operation> = Omit<
  NonNullable<operations[O]['parameters']['query']>,
  'cursor' | 'limit'
>;

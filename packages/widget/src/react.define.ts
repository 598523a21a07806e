/**
 * For React: registers every element, and tells JSX about them, in React 18 and 19 (`@undertone/widget/react`). React 19 sets properties
 * and listens to events. React 18 sets attributes only, so that its types know no `session`: set it through a `ref`.
 */
import './panel/panel.define.js';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type * as React from 'react';
import type { LitElement } from 'lit';

/** `use` came with React 19, and so did the properties of custom elements. */
type SetsProperties = typeof React extends { use: unknown } ? true : false;

type Primitive = string | number | undefined;

/** What a page may set on an element: its own properties, without methods and what is only read. */
type Settable<E> = {
  [
    K in Exclude<keyof E, keyof LitElement | 'moods'> as E[K] extends (...args: never[]) => unknown
      ? never
      : K
  ]?: E[K];
};

/** React 18 turns everything into text, so that only text and numbers arrive. */
type AsAttributes<P> = { [K in keyof P as P[K] extends Primitive ? K : never]?: P[K] };

/** The listeners that React 19 takes: `on` before the event's whole name. */
type Listeners = {
  [K in keyof GlobalEventHandlersEventMap as K extends `undertone-${string}` ? `on${K}` : never]?: (
    event: GlobalEventHandlersEventMap[K],
  ) => void;
};

type Props<E extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<E>, E> &
  (SetsProperties extends true ? Settable<E> & Listeners : AsAttributes<Settable<E>>);

/** Each element's name in JSX with what it takes. */
export type UndertoneJsx = {
  [K in keyof HTMLElementTagNameMap as K extends `undertone-${string}` ? K : never]: Props<
    HTMLElementTagNameMap[K]
  >;
};

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's own form
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what is merged into React's own interface
    interface IntrinsicElements extends UndertoneJsx {}
  }
}

export * from './index.js';

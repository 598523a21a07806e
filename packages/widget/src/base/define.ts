/**
 * Registers an element once. A page may load two bundles of the widget: the first one wins, without an error.
 */
export const define = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) {
    customElements.define(name, element);
  }
};

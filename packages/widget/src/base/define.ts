/**
 * Registers an element once. Two bundles of the widget on one page are no error: the first one wins.
 */
export const define = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) {
    customElements.define(name, element);
  }
};

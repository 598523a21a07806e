/**
 * Registers an element once. A page may load two bundles of the widget: the first one wins, without an error.
 */
export const define = (name: string, element: CustomElementConstructor): void => {
  // On a server there is nothing to register with.
  if (!('customElements' in globalThis)) return;
  if (customElements.get(name) === undefined) {
    customElements.define(name, element);
  }
};

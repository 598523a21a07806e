/** How much the panel shows: one line, what matters now, or everything. */
export type PanelSize = 'strip' | 'card' | 'full';

/** In less height than this a card would be cut off. */
const CARD_LEAST_PX = 96;

/** Whether the page gives the element less height than a card needs. A page that gives no height lets it grow. */
export const isLow = (host: HTMLElement): boolean => {
  const { shadowRoot } = host;
  if (shadowRoot === null) return false;
  // The probe asks for more height than a strip has; its own height is the element's only where the page gave no other.
  const probe = host.ownerDocument.createElement('div');
  probe.className = 'probe';
  shadowRoot.append(probe);
  const height = host.getBoundingClientRect().height;
  probe.remove();
  return height > 0 && height < CARD_LEAST_PX;
};

import { element } from './element.js';

/** Asks for consent before analysis starts. Resolves with the time of agreement, or undefined when it was declined. */
export const askConsent = (): Promise<Date | undefined> => {
  const dialog = element('consent', HTMLDialogElement);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => resolve(dialog.returnValue === 'agreed' ? new Date() : undefined),
      { once: true },
    );
  });
};

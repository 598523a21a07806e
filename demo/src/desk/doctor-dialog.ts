import { doctor, type Check } from '@undertone/client';
import { ASSETS } from '../call/call.js';
import { fetchDemoToken } from '../call/token-source.js';
import { element, textElement } from './element.js';

const WORDS: Readonly<Record<Check['status'], string>> = { ok: 'OK', warn: 'Note', fail: 'Problem' };

/** Connects the button that checks microphone, browser, relay and token, and says what to do about problems. */
export const connectDoctor = (): void => {
  const dialog = element('doctor', HTMLDialogElement);
  const results = element('doctor-results', HTMLUListElement);
  const open = element('doctor-open', HTMLButtonElement);
  open.addEventListener('click', () => {
    dialog.showModal();
    results.replaceChildren(textElement('li', 'Checking. The browser may ask for the microphone.'));
    doctor({ assets: ASSETS, getToken: (context) => fetchDemoToken(context) }).then(
      (checks) => results.replaceChildren(...checks.map(checkItem)),
      (error: unknown) => results.replaceChildren(textElement('li', `The check failed: ${String(error)}`)),
    );
  });
};

const checkItem = ({ status, message, fix }: Check): HTMLLIElement => {
  const item = document.createElement('li');
  item.dataset['status'] = status;
  item.append(textElement('b', WORDS[status]), textElement('span', message));
  if (fix !== '') item.append(textElement('p', fix));
  return item;
};

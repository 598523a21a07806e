import { textElement } from '../desk/element.js';

/**
 * Fills a list with the microphones. Browsers give their names only after the page has used one. Call it again after
 * a call starts, and when devices change.
 */
export const listMicrophones = async (select: HTMLSelectElement): Promise<void> => {
  const chosen = select.value;
  const devices = await navigator.mediaDevices.enumerateDevices();
  const microphones = devices.filter(
    ({ kind, deviceId, label }) =>
      kind === 'audioinput' && deviceId !== '' && deviceId !== 'default' && label !== '',
  );
  const options = microphones.map(({ deviceId, label }) => {
    const option = textElement('option', label);
    option.value = deviceId;
    return option;
  });
  select.replaceChildren(textElement('option', 'Default microphone'), ...options);
  const first = select.options[0];
  if (first !== undefined) first.value = '';
  select.value = microphones.some(({ deviceId }) => deviceId === chosen) ? chosen : '';
};

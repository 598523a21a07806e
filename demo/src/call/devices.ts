import { textElement } from '../desk/element.js';

/**
 * Fills a list with the microphones. Browsers name them only once the page has used one, so it is called again after
 * a call began, and when a device comes or goes.
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

import '@undertone/widget/define';
import { listMicrophones } from './call/devices.js';
import { Desk } from './desk/desk.js';
import { connectDoctor } from './desk/doctor-dialog.js';
import { element, textElement } from './desk/element.js';
import { connectSettings } from './desk/settings.js';
import { CALLS, FAILURES } from './scenarios/all.js';
import type { Scenario } from './scenarios/scenario.js';

const panel = document.querySelector('undertone-panel');
if (panel === null) throw new Error('the page has no panel');
const desk = new Desk(panel);

const runOnClick = (button: HTMLButtonElement, scenario: Scenario): void => {
  button.addEventListener('click', () => void desk.run(scenario));
  button.title = scenario.story;
};
runOnClick(desk.card.startSample, CALLS.sampleCall);
runOnClick(desk.card.startMicrophone, CALLS.microphone);

const list = element('scenarios', HTMLUListElement);
for (const scenario of FAILURES) {
  const item = document.createElement('li');
  const button = textElement('button', scenario.title);
  button.type = 'button';
  button.id = scenario.id;
  const story = textElement('p', scenario.story);
  story.className = 'quiet';
  item.append(button, story);
  list.append(item);
  button.addEventListener('click', () => void desk.run(scenario));
}

// A link to a scenario focuses its button and does not start it: a browser allows sound only after a user action.
const wanted = new URLSearchParams(window.location.search).get('scenario');
const target = [...FAILURES].find(({ id }) => id === wanted)?.id;
if (target !== undefined) element(target, HTMLButtonElement).focus();
else if (wanted === CALLS.microphone.id) desk.card.startMicrophone.focus();
else if (wanted === CALLS.sampleCall.id) desk.card.startSample.focus();

connectSettings(panel);
connectDoctor();

if ('mediaDevices' in navigator) {
  const refresh = (): void => void listMicrophones(desk.card.device);
  navigator.mediaDevices.addEventListener('devicechange', refresh);
  refresh();
}

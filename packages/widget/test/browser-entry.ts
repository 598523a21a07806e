import '../src/details/details.define.js';
import '../src/widget.define.js';
import { registerStrings } from '../src/index.js';
import * as scripted from './scripted-session.js';

/** Shows a heated call between a customer and an agent in the page's panel, with a cue and a warning on screen. */
const showHeatedCall = (): void => {
  const { ScriptedSession, playCall, ready, steering } = scripted;
  const session = new ScriptedSession([
    { id: 'caller', subject: 'customer' },
    { id: 'agent', subject: 'agent' },
  ]);
  const panel = document.querySelector('undertone-panel');
  if (panel === null) throw new Error('the page holds no panel');
  panel.session = session;
  session.enter({ kind: 'live' });
  session.emit('ready', ready());
  playCall(session, 62);
  session.emit('warning', { code: 'low_snr', message: '', detail: {} });
  session.emit('steering', steering());
  Object.assign(window, { session, panel });
};

const api = { ...scripted, registerStrings, showHeatedCall };

/** What the browser tests use through `window`. */
export type WidgetTestApi = typeof api;

declare global {
  interface Window {
    widgetTest: WidgetTestApi;
    /** The session of the heated call. */
    session: scripted.ScriptedSession;
    panel: HTMLElementTagNameMap['undertone-panel'];
  }
}

window.widgetTest = api;

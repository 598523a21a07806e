import '../src/widget.define.js';
import { registerStrings } from '../src/index.js';
import * as scripted from './scripted-session.js';

/** What the browser tests reach through `window`. */
export type WidgetTestApi = typeof scripted & { registerStrings: typeof registerStrings };

declare global {
  interface Window {
    widgetTest: WidgetTestApi;
  }
}

window.widgetTest = { ...scripted, registerStrings };

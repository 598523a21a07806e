import { define } from '../base/define.js';
import '../cue/cue.define.js';
import '../mood/mood.define.js';
import '../status/status.define.js';
import '../summary/summary.define.js';
import '../warnings/warnings.define.js';
import { loadDetails } from '../details/load-details.js';
import { UndertonePanel } from './panel.js';

define('undertone-panel', UndertonePanel);
void loadDetails();

declare global {
  interface HTMLElementTagNameMap {
    'undertone-panel': UndertonePanel;
  }
}

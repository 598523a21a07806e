import { define } from '../base/define.js';
import '../cue/cue.define.js';
import '../emotion/emotion.define.js';
import '../escalation/escalation.define.js';
import '../history/history.define.js';
import '../mood/mood.define.js';
import '../prosody/prosody.define.js';
import '../status/status.define.js';
import '../summary/summary.define.js';
import '../turns/turns.define.js';
import '../warnings/warnings.define.js';
import { UndertonePanel } from './panel.js';

define('undertone-panel', UndertonePanel);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-panel': UndertonePanel;
  }
}

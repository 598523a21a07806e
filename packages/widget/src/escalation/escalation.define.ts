import { define } from '../base/define.js';
import '../meter/meter.define.js';
import { UndertoneEscalation } from './escalation.js';

define('undertone-escalation', UndertoneEscalation);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-escalation': UndertoneEscalation;
  }
}

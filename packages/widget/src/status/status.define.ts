import { define } from '../base/define.js';
import { UndertoneStatus } from './status.js';

define('undertone-status', UndertoneStatus);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-status': UndertoneStatus;
  }
}

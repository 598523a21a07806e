import { define } from '../base/define.js';
import { UndertoneHistory } from './history.js';

define('undertone-history', UndertoneHistory);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-history': UndertoneHistory;
  }
}

import { define } from '../base/define.js';
import { UndertoneSummary } from './summary.js';

define('undertone-summary', UndertoneSummary);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-summary': UndertoneSummary;
  }
}

import { define } from '../base/define.js';
import { UndertoneTurns } from './turns.js';

define('undertone-turns', UndertoneTurns);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-turns': UndertoneTurns;
  }
}

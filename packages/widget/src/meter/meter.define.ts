import { define } from '../base/define.js';
import { UndertoneMeter } from './meter.js';

define('undertone-meter', UndertoneMeter);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-meter': UndertoneMeter;
  }
}

import { define } from '../base/define.js';
import { UndertoneMood } from './mood.js';

define('undertone-mood', UndertoneMood);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-mood': UndertoneMood;
  }
}

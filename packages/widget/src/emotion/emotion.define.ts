import { define } from '../base/define.js';
import '../meter/meter.define.js';
import { UndertoneEmotion } from './emotion.js';

define('undertone-emotion', UndertoneEmotion);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-emotion': UndertoneEmotion;
  }
}

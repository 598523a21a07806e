import { define } from '../base/define.js';
import { UndertoneProsody } from './prosody.js';

define('undertone-prosody', UndertoneProsody);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-prosody': UndertoneProsody;
  }
}

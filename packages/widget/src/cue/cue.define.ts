import { define } from '../base/define.js';
import { UndertoneCue } from './cue.js';

define('undertone-cue', UndertoneCue);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-cue': UndertoneCue;
  }
}

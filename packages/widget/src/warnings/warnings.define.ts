import { define } from '../base/define.js';
import { UndertoneWarnings } from './warnings.js';

define('undertone-warnings', UndertoneWarnings);

declare global {
  interface HTMLElementTagNameMap {
    'undertone-warnings': UndertoneWarnings;
  }
}

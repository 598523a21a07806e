import { define } from '../base/define.js';
import { UndertoneEmbedPanel } from './embed-panel.js';

define('undertone-panel', UndertoneEmbedPanel);

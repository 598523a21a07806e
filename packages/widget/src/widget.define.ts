/** Registers every element of the widget. */
import './panel/panel.define.js';

export * from './index.js';

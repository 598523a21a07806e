/** The script-tag bundle: registers every element, with a panel that makes its own session from its attributes. */
// In this order: the first definition of a name wins.
import './embed/embed-panel.define.js';
import './widget.define.js';

export { UndertoneEmbedPanel, type EmbedSubject } from './embed/embed-panel.js';
export { registerStrings } from './text/strings.js';

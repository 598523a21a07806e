/** The script-tag bundle. It registers every element; its panel makes its own session from its attributes. */
// The order matters: the first definition of a name wins.
import './embed/embed-panel.define.js';
import './widget.define.js';

export { UndertoneEmbedPanel, type EmbedSubject } from './embed/embed-panel.js';
export { registerStrings } from './text/strings.js';

/**
 * The words of the panel, for pages that show the same calls in another form: one thing has one name everywhere. Nothing here
 * registers or draws an element.
 */
export { textsFor, type Texts } from './text/texts.js';
export { isStringKey, loadStrings, SHIPPED_LANGUAGES } from './text/strings.js';
export { escalationLevel, escalationView, type EscalationLevel } from './escalation/escalation-view.js';

export { observe } from './observe.js';
export type { ObserverPage } from './observer-page.js';
export type { ObserveOptions } from './observe-options.js';
export { ObservedSession, type ObservedChannel } from './observed-session.js';
export { SessionObserver } from './session-observer.js';

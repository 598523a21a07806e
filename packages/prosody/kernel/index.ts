export { correlate, transform } from './spectrum';
export { measurePeaks } from './frame-peaks';
export { filter } from './polyphase';
export { correlateAt, correlateEvery, setSource, widen } from './period-search';

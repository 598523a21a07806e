export { correlate, transform } from './spectrum';
export { measurePeaks } from './frame-peaks';
export { correlateAt, correlateEvery, setSource, widen } from './period-search';

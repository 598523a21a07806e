import type { AnalysisScope } from './capture-analysis.js';
import { EdgeAnalysis } from './edge-analysis.js';

/** The second script of the audio thread. The page's `analyze` message tells the processor that it is loaded. */
(globalThis as AnalysisScope).undertoneAnalysis = (channel, onEvent) => new EdgeAnalysis(channel, onEvent);

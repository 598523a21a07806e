import type { AnalysisScope } from './capture-analysis.js';
import { EdgeAnalysis } from './edge-analysis.js';

/** The audio thread's second script: `analyze` of the page tells the processor that it is here. */
(globalThis as AnalysisScope).undertoneAnalysis = (channel, onEvent) => new EdgeAnalysis(channel, onEvent);

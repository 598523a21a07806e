/**
 * A vitest reporter that counts during the run, so that an aborted run still has a count. Each line of the file named by
 * UNDERTONE_TEST_COUNTS is one JSON object: {state: 'passed' | 'failed' | 'skipped', name} or {end: reason}.
 */
import { appendFileSync } from 'node:fs';

export default class CountReporter {
  #write(entry) {
    appendFileSync(process.env.UNDERTONE_TEST_COUNTS, `${JSON.stringify(entry)}\n`);
  }

  onTestCaseResult(test) {
    this.#write({ state: test.result().state, name: `${test.module.relativeModuleId} > ${test.fullName}` });
  }

  /** If a file cannot be loaded, or its hooks throw, its tests never run. That counts as a failure. */
  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length > 0)
      this.#write({ state: 'failed', name: `${module.relativeModuleId} (does not load)` });
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) {
      this.#write({ state: 'failed', name: `${suite.module.relativeModuleId} > ${suite.fullName} (hooks)` });
    }
  }

  onTestRunEnd(_modules, unhandledErrors, reason) {
    if (unhandledErrors.length > 0)
      this.#write({ state: 'failed', name: `${unhandledErrors.length} unhandled errors` });
    this.#write({ end: reason });
  }
}

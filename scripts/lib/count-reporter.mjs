/**
 * A vitest reporter that counts as it goes, so that a run cut short still has a count. Each line of the file named
 * by UNDERTONE_TEST_COUNTS is one JSON object: {state: 'passed' | 'failed' | 'skipped', name} or {end: reason}.
 */
import { appendFileSync } from 'node:fs';

export default class CountReporter {
  #write(entry) {
    appendFileSync(process.env.UNDERTONE_TEST_COUNTS, `${JSON.stringify(entry)}\n`);
  }

  onTestCaseResult(test) {
    this.#write({ state: test.result().state, name: `${test.module.relativeModuleId} > ${test.fullName}` });
  }

  /** A file that cannot be loaded, or whose hooks throw, has tests that never ran: that is a failure of its own. */
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

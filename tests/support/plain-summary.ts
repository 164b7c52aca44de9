import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line: `N passed, N failed, N skipped`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const testModule of modules) {
      const states = [...testModule.children.allTests()].map((test) => test.result().state);
      for (const state of states) if (state !== 'pending') count[state] += 1;
      if (states.length === 0 && !testModule.ok()) count.failed += 1;
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** More tests than these that pass only when repeated are a failure. */
const MAX_REPEATED = 3;

/**
 * Ends the run with one plain line: `N passed, N failed, N skipped`. Before it, the tests that passed only when repeated,
 * which only `.ci/run` allows.
 */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const flaky: TestCase[] = [];
    for (const testModule of modules) {
      const tests = [...testModule.children.allTests()];
      for (const { state } of tests.map((test) => test.result())) if (state !== 'pending') count[state] += 1;
      if (tests.length === 0 && !testModule.ok()) count.failed += 1;
      flaky.push(...tests.filter((test) => test.diagnostic()?.flaky));
    }
    for (const test of flaky) {
      console.log(`Passed only when repeated: ${test.module.relativeModuleId} › ${test.fullName}`);
      for (const error of test.result().errors ?? []) console.log(`  ${error.message}`);
    }
    if (flaky.length > MAX_REPEATED) {
      console.log(`More than ${MAX_REPEATED} tests passed only when repeated.`);
      process.exitCode = 1;
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

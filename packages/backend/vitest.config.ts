import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.ts'],
    globalSetup: './tests/support/test-run-folder.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
  },
});

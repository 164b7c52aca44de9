import { expect as playwrightExpect } from 'playwright/test';

/** Playwright's assertions, which retry, with a timeout for a loaded machine. */
export const expect = playwrightExpect.configure({ timeout: 15_000 });

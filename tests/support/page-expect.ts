import { expect as playwrightExpect } from 'playwright/test';

/** Playwright's assertions, which wait for the page. The timeout allows for a loaded machine. */
export const expect = playwrightExpect.configure({ timeout: 15_000 });

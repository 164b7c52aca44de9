import { expect as playwrightExpect } from 'playwright/test';

/** How long a journey waits for a page, on a loaded machine too. The machine of CI may be slower. */
export const PAGE_WAIT_MS = process.env['CI'] ? 45_000 : 15_000;

/** Playwright's assertions, which wait for the page. */
export const expect = playwrightExpect.configure({ timeout: PAGE_WAIT_MS });

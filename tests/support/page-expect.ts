import { expect as playwrightExpect } from 'playwright/test';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

/** How long a journey waits for a page, on a loaded machine too. */
export const PAGE_WAIT_MS = 15_000 * SLOWNESS;

/** Playwright's assertions, which wait for the page. */
export const expect = playwrightExpect.configure({ timeout: PAGE_WAIT_MS });

import { expect as impatient } from 'playwright/test';

/** Playwright's own assertions, which wait for the page; long enough for a machine that does other things as well. */
export const expect = impatient.configure({ timeout: 15_000 });

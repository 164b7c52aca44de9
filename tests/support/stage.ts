import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Visit, type VisitOptions, openBrowser, visit } from './browser.ts';
import { type HouseOptions, type TestHouse, startHouse } from './house.ts';
import { expect } from './patience.ts';

export type Stage = {
  house: TestHouse;
  /** A visitor with a profile of her own, who leaves after the test; a complaint of her console fails it. */
  arrive: (options?: VisitOptions) => Promise<Visit>;
};

/** One house and one Chromium for a file of journeys; the getters work once its first test runs. */
export function openStage(options: HouseOptions = {}): Stage {
  let house: TestHouse | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  beforeAll(async () => {
    [house, browser] = await Promise.all([startHouse(options), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });
  afterEach(async () => {
    const complaints = visits.flatMap((one) => one.complaints);
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });

  return {
    get house() {
      if (!house) throw new Error('The house is not open yet.');
      return house;
    },
    arrive: async (visitOptions) => {
      if (!browser || !house) throw new Error('The house is not open yet.');
      const visitor = await visit(browser, house.url, visitOptions);
      visits.push(visitor);
      return visitor;
    },
  };
}

/** What Chromium itself writes when an answer has this status; `net` when none came. */
export function failedResource(status: number | 'net'): RegExp {
  return status === 'net'
    ? /^Failed to load resource: net::/
    : new RegExp(`^Failed to load resource: .*status of ${status} `);
}

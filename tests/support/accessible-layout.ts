import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from './expect.ts';
import { sideways } from './sideways.ts';

/**
 * Expects no axe violation in `main` and no horizontal overflow, at 375 and 1280 px. Header and footer are checked with
 * the public pages.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Legacy mode leaves out frames, of which there are none, and opens no second page for each run.
    const { violations } = await new AxeBuilder({ page }).include('main').setLegacyMode().analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${width}: ${id}: ${node.html.slice(0, 160)}`),
    );
    expect(found).toEqual([]);
    expect(await sideways(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

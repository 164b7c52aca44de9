import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from './patience.ts';

/**
 * At a phone's and a desk's width: no fault that axe can see in the main part (header and footer are judged with the
 * public pages), and nothing that makes the page scroll sideways.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Legacy mode only means that frames are left out; there are none, and no second page is opened for each look.
    const { violations } = await new AxeBuilder({ page }).include('main').setLegacyMode().analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${width}: ${id}: ${node.html.slice(0, 160)}`),
    );
    expect(found).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

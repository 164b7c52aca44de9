import type { Locator, Page } from 'playwright';
import { test } from 'vitest';
import { home } from '#site/content/home.ts';
import { ARCS } from '#site/art/routes.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ browser: 'full' });
const { places, hint } = home.hero.map;
const ids = places.map(({ id }) => id);

const portOf = (page: Page, id: string): Locator => page.locator(`.route-map__place--${id}`);

/** The ports whose line is seen and, with it, all routes that begin or end there. */
async function litPorts(page: Page): Promise<string[]> {
  const opacities = await page.evaluate(
    (all) =>
      all.map((id) => {
        const place = document.querySelector(`.route-map__place--${id}`);
        const drawn = place?.querySelectorAll('.route-port__line, .route-port__arc') ?? [];
        return [...drawn].map((one) => Number(getComputedStyle(one).opacity));
      }),
    ids,
  );
  return ids.filter((id, index) => {
    const own = opacities[index] ?? [];
    expect(own).toHaveLength(1 + ARCS.filter(({ from, to }) => from === id || to === id).length);
    const seen = new Set(own);
    if (seen.has(0)) expect([...seen], `${id} is half lit`).toEqual([0]);
    return !seen.has(0);
  });
}
const expectLit = (page: Page, id: string) => expect.poll(() => litPorts(page).catch(() => [])).toEqual([id]);

async function openHome(options: Parameters<typeof journey.visit>[0] = {}): Promise<Page> {
  const { page } = await journey.visit(options);
  await page.goto('/');
  return page;
}

test.each([
  ['with JavaScript', true, 1280],
  ['on a phone without JavaScript', false, 375],
] as const)(
  'the keyboard chooses a port, which lights its routes and shows its line, %s',
  async (_, javaScript, width) => {
    const page = await openHome({ javaScript, width });
    await expectLit(page, ids[0] ?? '');
    const ports = page.getByRole('group', { name: hint }).getByRole('radio');
    await expect(ports).toHaveCount(ids.length);
    await ports.first().focus();
    for (const { id, name, line } of places.slice(1)) {
      await page.keyboard.press('ArrowDown');
      const port = page.getByRole('radio', { name });
      await expect(port).toBeFocused();
      await expect(port).toHaveAccessibleDescription(`${width < 1280 ? `${name} · ` : ''}${line.kind} ${line.text}`);
      await expect(portOf(page, id).locator('.route-port__line')).toBeInViewport();
      await expectLit(page, id);
    }
  },
);

test('the mouse lights the port at which it points, and the chosen one again when it leaves', async () => {
  const page = await openHome();
  await portOf(page, 'london').locator('label').click();
  await portOf(page, 'dubai').locator('label').hover();
  await expectLit(page, 'dubai');
  await page.mouse.move(0, 0);
  await expectLit(page, 'london');
  await expect(page.getByRole('radio', { name: 'London' })).toBeChecked();
});

test('at every width the name and the point of every port are its target, of 44 by 44 px, and its line covers no name, route or headline', async () => {
  const page = await openHome({ reducedMotion: true });
  for (const width of [320, 375, 600, 768, 1100, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [index, id] of ids.entries()) {
      const target = portOf(page, id).locator('label');
      await target.click();
      await expectLit(page, id);
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${id} at ${width}`).toBeGreaterThanOrEqual(44);
      const point = await page.locator('.route-map__port').nth(index).boundingBox();
      if (!point || !box) throw new Error(`${id} has no point`);
      const middle = { x: point.x + point.width / 2, y: point.y + point.height / 2 };
      expect(middle.x > box.x && middle.x < box.x + box.width, `${id} at ${width}: ${middle.x}`).toBe(true);
      expect(middle.y > box.y && middle.y < box.y + box.height, `${id} at ${width}: ${middle.y}`).toBe(true);
      const covered = await page.evaluate((chosen) => {
        const place = document.querySelector(`.route-map__place--${chosen}`);
        const line = place?.querySelector('.route-port__line')?.getBoundingClientRect() ?? new DOMRect();
        const isOver = (one: { left: number; right: number; top: number; bottom: number }) =>
          one.left < line.right && one.right > line.left && one.top < line.bottom && one.bottom > line.top;
        const words = [...document.querySelectorAll('.route-map__name b, .route-map__name span, .hero__text > *')];
        const found = words.filter((word) => isOver(word.getBoundingClientRect())).map((word) => word.textContent);
        for (const route of place?.querySelectorAll<SVGPathElement>('.route-port__arc') ?? []) {
          const matrix = route.getScreenCTM();
          for (let i = 0; matrix && i <= 100; i += 1) {
            const { x, y } = route.getPointAtLength((route.getTotalLength() * i) / 100).matrixTransform(matrix);
            if (isOver({ left: x, right: x, top: y, bottom: y })) found.push(`a route at ${x}, ${y}`);
          }
        }
        return found;
      }, id);
      expect(covered, `${id} at ${width}`).toEqual([]);
    }
  }
});

test('under reduced motion the routes change without a transition', async () => {
  const page = await openHome({ reducedMotion: true });
  const moving = (still: boolean) =>
    page.locator('.route-port__arc, .route-port__line, .route-map__arc').evaluateAll(
      (elements, wanted) =>
        elements.every((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return (transitionDuration === '0s' && animationName === 'none') === wanted;
        }),
      still,
    );
  expect(await moving(true)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving(false)).toBe(true);
});

test('each region of the international page has only its own route, and labels clear of it', async () => {
  const { page } = await journey.visit({ reducedMotion: true });
  await page.goto('/services/navigating-india-toreign-trade');
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const maps = page.locator('.region-map');
    await expect(maps).toHaveCount(3);
    for (const map of await maps.all()) {
      await expect(map.locator('.route-map__arc')).toHaveCount(1);
      const covered = await map.evaluate((element) => {
        const route = element.querySelector<SVGPathElement>('.route-map__arc');
        const matrix = route?.getScreenCTM();
        const labels = [...element.querySelectorAll('.route-map__name')].map((label) => label.getBoundingClientRect());
        return Array.from({ length: 101 }, (_, i) => {
          if (!route || !matrix) throw new Error('The map has no route.');
          return route.getPointAtLength((route.getTotalLength() * i) / 100).matrixTransform(matrix);
        }).some(({ x, y }) => labels.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom));
      });
      expect(covered, `at ${width}`).toBe(false);
    }
  }
});

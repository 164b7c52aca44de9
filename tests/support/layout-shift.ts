import type { Page } from 'playwright';

type ShiftWindow = Window & { layoutShift?: number };

/** Adds up the layout shifts of the documents that the page opens from now on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as ShiftWindow;
    watched.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        watched.layoutShift = (watched.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shift of the document that is open, in which 1 is a move of everything by the height of the window. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What has moved just now is reported with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as ShiftWindow).layoutShift ?? 1;
  });

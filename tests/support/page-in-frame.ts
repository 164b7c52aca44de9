import type { Frame, Page } from 'playwright';
import type { Journey } from './journey.ts';

/** Opens a page for `loadInFrame`. */
export async function openForFrames(journey: Journey): Promise<Page> {
  const { page, context, expectConsoleError } = await journey.visit({ reducedMotion: true });
  expectConsoleError(/404/);
  // Chromium reports each script of the page that the frame does not run.
  expectConsoleError(/^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/);
  // The policy of the site allows neither `srcdoc` nor frames of its own pages.
  await (await context.newCDPSession(page)).send('Page.setBypassCSP', { enabled: true });
  await page.goto('/robots.txt');
  return page;
}

/**
 * Loads a page without its scripts into a frame, which is far quicker to resize than a window: code within sets
 * `frameElement.style.width`, and is laid out without being painted. The frame before it is gone.
 */
export async function loadInFrame(page: Page, path: string): Promise<Frame> {
  const handle = await page.evaluateHandle(async (from) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.srcdoc = await (await fetch(from)).text();
    frame.style.cssText = 'position: fixed; border: 0; width: 1280px; height: 900px';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.replaceChildren(frame);
    await loaded;
    return frame;
  }, path);
  const frame = await handle.contentFrame();
  if (!frame) throw new Error(`${path} is in no frame.`);
  return frame;
}

/**
 * Calls what `prepare` returns in the frame at each width. All in one call, since each takes a round trip, and what does
 * not depend on the width is read once.
 */
export function findAtWidths<Given, Found>(
  frame: Frame,
  widths: readonly number[],
  prepare: (given: Given) => () => Found,
  given: Given,
): Promise<Found[]> {
  return frame.evaluate(`(() => {
    const find = (${String(prepare)})(${JSON.stringify(given)});
    return ${JSON.stringify(widths)}.map((width) => {
      frameElement.style.width = width + 'px';
      return find();
    });
  })()`);
}

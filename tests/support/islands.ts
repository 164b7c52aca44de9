import type { Page } from 'playwright';

/** Moves the focus into the enquiry form and waits until React runs it, which its attribute `data-live` shows. */
export async function hydrateForm(page: Page): Promise<void> {
  await page.locator('main form [name=name]').focus();
  await page.locator('main form[data-live]').waitFor();
}

/** Scrolls to the carousels of the home page, one after the other, and waits until React runs both. */
export async function hydrateCarousels(page: Page): Promise<void> {
  for (const name of ['.article-carousel', '.testimonials__carousel']) {
    await page.locator(name).scrollIntoViewIfNeeded();
    await page.locator(`${name}[data-live]`).waitFor();
  }
}

/** Replaces every text of the page, and of what is added later, by elements with another one, as Chrome translates. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isKept = (text: Text): boolean =>
      !text.data.trim() || text.parentElement?.closest('script, style, textarea, font, [translate="no"]') != null;
    const translateText = (text: Text): void => {
      if (isKept(text)) return;
      const font = document.createElement('font');
      font.textContent = `~${text.data}`;
      text.replaceWith(font);
    };
    const translateIn = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      found.forEach(translateText);
    };
    translateIn(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) translateIn(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

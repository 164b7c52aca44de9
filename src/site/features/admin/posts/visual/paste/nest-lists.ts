import { readStyle, unwrap } from './parse-inert.ts';

type LevelledItem = { level: number; isOrdered: boolean; start: number; element: Element };

/** Builds nested lists from items that state their level, in place of the first of them. */
function nestItems(items: readonly LevelledItem[], place: Element): void {
  const doc = place.ownerDocument;
  const open: { list: Element; level: number; isOrdered: boolean }[] = [];
  for (const { level, isOrdered, start, element } of items) {
    const isOver = (last: (typeof open)[number]) =>
      last.level > level || (last.level === level && last.isOrdered !== isOrdered);
    while (open.length > 0 && isOver(open.at(-1)!)) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = doc.createElement(isOrdered ? 'ol' : 'ul');
      if (isOrdered && start > 1) list.setAttribute('start', String(start));
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else place.before(list);
      open.push({ list, level, isOrdered });
    }
    const item = doc.createElement('li');
    item.append(...element.childNodes);
    open.at(-1)!.list.append(item);
  }
}

/** Google Docs and older LibreOffice write a nested list beside its item, where HTML has it inside. */
export function nestSiblingLists(body: Element): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const previous = list.previousElementSibling;
    if (previous?.localName === 'li') previous.append(list);
    else unwrapOrWrap(list);
  }
}

function unwrapOrWrap(list: Element): void {
  const isOnly = list.parentElement?.children.length === 1;
  if (isOnly) unwrap(list);
  else {
    const item = list.ownerDocument.createElement('li');
    list.replaceWith(item);
    item.append(list);
  }
}

/** Word for the web writes a list for each item; the items state their levels. */
export function nestOnlineLists(body: Element): void {
  const isWrapper = (element: Element | null) => element?.matches('.ListContainerWrapper') ?? false;
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) {
    if (isWrapper(wrapper.previousElementSibling)) continue;
    const group = [wrapper];
    while (isWrapper(group.at(-1)!.nextElementSibling)) group.push(group.at(-1)!.nextElementSibling!);
    const items = group.flatMap((one) => [...one.querySelectorAll('li')]).map(readOnlineItem);
    nestItems(items, wrapper);
    for (const one of group) one.remove();
  }
}

function readOnlineItem(element: Element): LevelledItem {
  const list = element.parentElement;
  const level = Number(element.getAttribute('data-aria-level') ?? element.getAttribute('aria-level')) || 1;
  return { level, isOrdered: list?.localName === 'ol', start: Number(list?.getAttribute('start')) || 1, element };
}

const LIST_STYLE = /^l\d+ level(\d+) lfo\d+/;

/** Word for the desktop writes paragraphs with `mso-list: l0 level1 lfo1` and the marker as text. */
export function nestWordLists(body: Element): void {
  const levelOf = (element: Element | null) =>
    element?.localName === 'p' ? LIST_STYLE.exec(readStyle(element).get('mso-list') ?? '')?.[1] : undefined;
  for (const paragraph of body.querySelectorAll('p')) {
    if (!paragraph.isConnected || !levelOf(paragraph)) continue;
    const group: Element[] = [];
    for (let next: Element | null = paragraph; levelOf(next); next = next!.nextElementSibling) group.push(next!);
    const items = group.map((element) => ({ level: Number(levelOf(element)), ...takeMarker(element), element }));
    nestItems(items, paragraph);
    for (const one of group) one.remove();
  }
}

/** Removes the marker: `1.`, `a)`, `iv.` or a bullet, of which `o` is one. */
function takeMarker(paragraph: Element): { isOrdered: boolean; start: number } {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => readStyle(span).get('mso-list') === 'ignore');
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  const isOrdered = /^\(?(?:\d{1,4}|[a-z]{1,6})[.)]/i.test(text);
  return { isOrdered, start: isOrdered ? Number(/\d+/.exec(text)?.[0] ?? 1) : 1 };
}

import { drop, type Dropped } from './dropped.ts';
import { nestOnlineLists, nestWordLists } from './nest-lists.ts';
import { readStyle, rename, STYLE_ATTRIBUTE } from './parse-inert.ts';

/** Whether HTML comes from Word or another program of Microsoft Office, on the desktop or on the web. */
export function isFromOffice(html: string): boolean {
  return /schemas-microsoft-com:office|class="?Mso|[\s;'"]mso-[a-z]|data-ccp-props|ListContainerWrapper/.test(html);
}

/** Replaces what only Word writes by the elements of HTML that mean the same, in place. */
export function prepareWord(body: Element, dropped: Dropped): void {
  removeComments(body, dropped);
  removeRevisions(body, dropped);
  nameHeadings(body);
  nestWordLists(body);
  nestOnlineLists(body);
}

/** Elements whose `style` names this value for this property. */
function styled(body: Element, property: string, value?: string): Element[] {
  return [...body.querySelectorAll(`[${STYLE_ATTRIBUTE}*="${property}"]`)].filter((element) => {
    const found = readStyle(element).get(property);
    return found !== undefined && (value === undefined || found === value);
  });
}

function removeComments(body: Element, dropped: Dropped): void {
  const anchors = body.querySelectorAll('.MsoCommentReference');
  const comments = styled(body, 'mso-element', 'comment');
  drop(dropped, 'comments', Math.max(comments.length, anchors.length));
  for (const element of [...anchors, ...styled(body, 'mso-element', 'comment-list')]) element.remove();
}

function removeRevisions(body: Element, dropped: Dropped): void {
  const deleted = body.querySelectorAll('del');
  drop(dropped, 'deletions', deleted.length);
  for (const element of deleted) element.remove();
}

/** Removes the table of contents that Word or LibreOffice made, which names pages. */
export function removeContents(body: Element, dropped: Dropped): void {
  const lines = body.querySelectorAll('[class^="MsoToc"], [class*=" MsoToc"], div[id^="Table of Contents"]');
  drop(dropped, 'contents', Math.min(lines.length, 1));
  for (const line of lines) line.remove();
}

/** LibreOffice writes the number of a heading into its text, without a space: `1.1Rates`. */
export function separateNumbers(body: Element): void {
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const [number = ''] = NUMBER.exec(heading.textContent ?? '') ?? [];
    const text = heading.ownerDocument.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
    if (number && text && text.length >= number.length) text.insertData(number.length, ' ');
  }
}

const NUMBER = /^\s*\d{1,3}(?:[.)]|(?:\.\d{1,3})+[.)]?)(?=[\p{Lu}\p{Lo}])/u;

const PARAGRAPH_STYLES: readonly [RegExp, string][] = [
  [/\bMsoTitle\b/, 'h1'],
  [/\bMsoHeading(\d)\b/, 'h$'],
  [/\bMso(?:Intense)?Quote/, 'blockquote'],
];

function nameHeadings(body: Element): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const style = paragraph.querySelector('[data-ccp-parastyle]')?.getAttribute('data-ccp-parastyle') ?? '';
    const outline = /^[1-6]$/.exec(readStyle(paragraph).get('mso-outline-level') ?? '')?.[0];
    const tag = (outline && `h${outline}`) ?? tagOfClass(paragraph.className) ?? tagOfStyle(style.toLowerCase());
    if (tag) rename(paragraph, tag);
  }
}

function tagOfClass(className: string): string | undefined {
  for (const [pattern, tag] of PARAGRAPH_STYLES) {
    const found = pattern.exec(className);
    if (found) return tag.replace('$', found[1] ?? '');
  }
  return undefined;
}

/** The paragraph styles of Word for the web. */
function tagOfStyle(name: string): string | undefined {
  if (name === 'title') return 'h1';
  if (name.endsWith('quote')) return 'blockquote';
  const level = /^heading ([1-6])$/.exec(name)?.[1];
  return level && `h${level}`;
}

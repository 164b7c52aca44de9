import { paste } from '#site/content/paste.ts';
import { type CleanContext, cleanChildren } from './clean-nodes.ts';
import type { PastedPicture } from './clean-picture.ts';
import type { Dropped } from './dropped.ts';
import { createFlow } from './flow.ts';
import { nestSiblingLists } from './nest-lists.ts';
import { isFromOffice, prepareWord } from './prepare-word.ts';
import { rename, unwrap } from './style-attribute.ts';

export type CleanPaste = {
  /** Holds only what a post may have, and `img[data-paste-picture]` for the pictures to upload. */
  content: Element;
  pictures: PastedPicture[];
  dropped: Dropped;
  /** The number of pictures that stay on other hosts. */
  remote: number;
};

/** Cleans a document of the clipboard, which it changes. `origin` is this site's own. */
export function cleanDocument(doc: Document, html: string, origin: string): CleanPaste {
  const { body } = doc;
  const dropped: Dropped = new Map();
  if (isFromOffice(html)) prepareWord(body, dropped);
  // Google Docs puts everything into an element for bold text that is not bold.
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
  nameAriaHeadings(body);
  nestSiblingLists(body);
  const context: CleanContext = {
    dropped,
    pictures: [],
    remote: 0,
    origin,
    fileName: paste.picture.fileName,
    shift: body.querySelector('h1') ? 1 : 0,
  };
  const content = doc.createElement('div');
  const flow = createFlow(content);
  cleanChildren(body, flow, { link: null, tags: new Set() }, context);
  flow.end();
  return { content, pictures: context.pictures, dropped, remote: context.remote };
}

/** Word for the web and some applications mark headings by their role. */
function nameAriaHeadings(body: Element): void {
  for (const element of body.querySelectorAll('[role=heading][aria-level]')) {
    const level = /^[1-6]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
    if (level && !/^h[1-6]$/.test(element.localName)) rename(element, `h${level}`);
  }
}

import { paste } from '#site/content/paste.ts';
import { cleanChildren, type CleanContext } from './clean-nodes.ts';
import type { PastedPicture } from './clean-picture.ts';
import type { Dropped } from './dropped.ts';
import { createFlow } from './flow.ts';
import { nestSiblingLists } from './nest-lists.ts';
import { rename, unwrap } from './parse-inert.ts';
import { isFromOffice, prepareWord } from './prepare-word.ts';
import { readRtfPictures } from './read-rtf-pictures.ts';

export type CleanPaste = {
  /** Holds only what a post may have, and `img[data-paste-picture]` for the pictures to upload. */
  content: Element;
  pictures: PastedPicture[];
  dropped: Dropped;
  /** The number of pictures that stay on other hosts. */
  remote: number;
};

type Source = { html?: string; rtf?: string; /** This site's own. */ origin: string };

/** Cleans a document of the clipboard, which it changes. */
export function cleanDocument(doc: Document, { html = '', rtf = '', origin }: Source): CleanPaste {
  const { body } = doc;
  const dropped: Dropped = new Map();
  const files = matchFiles(body, rtf);
  if (isFromOffice(html)) prepareWord(body, dropped);
  // Google Docs puts everything into an element for bold text that is not bold.
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
  nameAriaHeadings(body);
  nestSiblingLists(body);
  const context: CleanContext = {
    dropped,
    pictures: [],
    files,
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

/** Gives pictures of the computer their bytes from the RTF, if there are as many in it. */
function matchFiles(body: Element, rtf: string): readonly File[] {
  const images = [...body.querySelectorAll('img[src^="file:"]')];
  if (images.length === 0 || !rtf) return [];
  const files = readRtfPictures(rtf, paste.picture.fileName);
  if (files.length !== images.length) return [];
  for (const [index, image] of images.entries()) image.setAttribute('data-paste-file', String(index));
  return files;
}

/** Word for the web and some applications mark headings by their role. */
function nameAriaHeadings(body: Element): void {
  for (const element of body.querySelectorAll('[role=heading][aria-level]')) {
    const level = /^[1-6]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
    if (level && !/^h[1-6]$/.test(element.localName)) rename(element, `h${level}`);
  }
}

import { countOf } from '#contract/amounts.ts';

/** What a paste may lose. */
export type DroppedKind = keyof typeof paste.dropped;

/** The words of pasting into the visual editor. */
export const paste = {
  dropped: {
    styles: () => 'colours, fonts and sizes',
    comments: (n: number) => countOf(n, 'comment'),
    deletions: (n: number) => countOf(n, 'deleted passage of tracked changes', 'deleted passages of tracked changes'),
    contents: () => 'the table of contents',
    fields: (n: number) => countOf(n, 'form field'),
    embeds: (n: number) =>
      countOf(n, 'video, drawing or other embedded part', 'videos, drawings or other embedded parts'),
    scripts: (n: number) => countOf(n, 'script'),
    links: (n: number) => `the address of ${countOf(n, 'link')}`,
    pictures: (n: number) => countOf(n, 'picture that could not be read', 'pictures that could not be read'),
    insecurePictures: (n: number) =>
      countOf(n, 'picture from a site without https', 'pictures from sites without https'),
  },
  droppedSentence: (named: readonly string[]) => `Dropped from the paste: ${named.join(', ')}.`,
  remotePictures: (n: number) =>
    n === 1
      ? '1 picture stays on the site it came from, and will be missing if it is removed there.'
      : `${n} pictures stay on the sites they came from, and will be missing if they are removed there.`,
  fromMarkdown: 'Markdown became formatting.',
  notice: 'Result of the paste',
  undo: 'Undo the paste',
  dismiss: 'Dismiss',
  checked: '☑ ',
  unchecked: '☐ ',
  picture: {
    started: 'Uploading a picture',
    uploading: (percent: number) => `Uploading a picture: ${percent} %`,
    checking: 'Checking a picture',
    failed: (reason: string) => `A picture was not uploaded. ${reason}`,
    retry: 'Try again',
    remove: 'Remove',
    fileName: 'pasted picture',
  },
} as const;

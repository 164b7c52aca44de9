import { MAX_PICTURE_BYTES } from '#contract/pictures.ts';
import { namesOf } from './names-of.ts';

const MAX_SIZE = `${MAX_PICTURE_BYTES / 1024 / 1024} MB`;

export const pdf = {
  add: 'PDF file',
  title: 'Link to a PDF file',
  close: 'Close',
  tabs: { label: 'Where the file comes from', upload: 'Upload', library: 'Already here' },
  file: { label: 'File', hint: `A PDF, up to ${MAX_SIZE}.`, missing: 'Choose a file.' },
  words: { label: 'Words of the link', hint: 'The size is added to them.', missing: 'Write what the file is.' },
  /** The text of a link, as readers see it. */
  linkText: (words: string, size: string) => `${words} (PDF, ${size})`,
  kilobytes: (n: number) => `${n} kB`,
  megabytes: (n: string) => `${n} MB`,
  upload: 'Upload and link',
  uploading: (percent: number) => `Uploading... ${percent} %`,
  use: 'Link to this file',
  choose: 'Choose a file first.',
  errors: {
    'not-a-pdf': 'This is not a PDF file. Save the document as PDF, and choose that file.',
    'too-large': `The file is larger than ${MAX_SIZE}. Save it with smaller pictures, and try again.`,
  },
  library: {
    legend: 'PDF files',
    loading: 'Loading files',
    failed: 'The files could not be loaded.',
    empty: 'No PDF files yet. Upload the first one.',
    remove: 'Delete',
    question: (titles: readonly string[], total: number) =>
      total === 0
        ? 'Delete this file? No post links to it. This cannot be undone.'
        : `Delete this file? These posts link to it: ${namesOf(titles, total)}. This cannot be undone.`,
    questionUnknown: 'Delete this file? Links to it will lead nowhere. This cannot be undone.',
  },
} as const;

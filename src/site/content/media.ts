import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import { countOf } from '#contract/amounts.ts';
import { namesOf } from './names-of.ts';
import { NEW_TAB } from './new-tab.ts';

const MAX_SIZE = `${MAX_PICTURE_BYTES / 1024 / 1024} MB`;
const MAX_PIXELS = `${MAX_PICTURE_PIXELS / 1_000_000} million pixels`;

/** Why an upload failed. */
export type PictureErrorKind =
  | 'too-large'
  | 'animation-too-large'
  | 'heic'
  | 'not-a-picture'
  | 'too-many-pixels'
  | 'damaged'
  | 'refused'
  | 'signed-out'
  | 'busy'
  | 'unreachable'
  | 'unknown';

export const media = {
  dialog: { insertTitle: 'Insert a picture', fieldTitle: 'Featured picture', close: 'Close' },
  tabs: { label: 'Where the picture comes from', upload: 'Upload', library: 'Already here' },
  field: { upload: 'Upload', choose: 'Choose', remove: 'Remove' },
  file: {
    label: 'Picture',
    hint: 'JPEG, PNG, WebP, GIF or AVIF. A large one is made smaller. Or drop it here, or paste it.',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    preparing: 'Preparing the picture...',
    madeSmaller: (width: number, height: number, size: string) => `made smaller: ${width} × ${height}, ${size}`,
    missing: 'Choose a picture.',
  },
  alt: {
    label: 'Description',
    hint: 'What it shows, for readers who cannot see it.',
    decoration: 'Only decoration: it says nothing that the text does not',
    missing: 'Describe the picture, or tick that it is only decoration.',
  },
  upload: 'Upload and use',
  uploading: (percent: number) => `Uploading... ${percent} %`,
  checking: 'Checking the picture...',
  stop: 'Stop',
  skip: 'Skip this picture',
  /** Where several files were dropped or chosen. */
  which: (n: number, of: number) => `Picture ${n} of ${of}`,
  use: 'Use this picture',
  library: {
    search: 'Search by name',
    loading: 'Loading pictures',
    failed: 'The pictures could not be loaded.',
    empty: 'No pictures yet. Upload the first one.',
    noMatch: 'No picture matches.',
    legend: 'Pictures',
    count: (n: number) => countOf(n, 'picture'),
    more: 'Show more',
    choose: 'Choose a picture first.',
    remove: 'Delete',
    question: (titles: readonly string[], total: number) =>
      total === 0
        ? 'Delete this picture? No post shows it. This cannot be undone.'
        : `Delete this picture? ${countOf(total, 'post shows', 'posts show')} it and will show a gap: ${namesOf(titles, total)}. This cannot be undone.`,
    questionUnknown: 'Delete this picture? Posts that show it will show a gap. This cannot be undone.',
    usage: (total: number) => `Used by ${countOf(total, 'post')}`,
    unused: 'No post uses it.',
    newTab: NEW_TAB,
  },
  errors: {
    'too-large': `The file is larger than ${MAX_SIZE}. Save it smaller, and try again.`,
    'animation-too-large': `The animation is larger than ${MAX_SIZE}, and making it smaller would stop it. Save it with fewer frames.`,
    heic: 'This browser cannot read HEIC, the format of iPhones. Send the picture from the iPhone itself or from Safari, or save it as JPEG first.',
    'not-a-picture': 'This is not a picture that can be used here. Use JPEG, PNG, WebP, GIF or AVIF.',
    'too-many-pixels': `The picture has more than ${MAX_PIXELS}. Make it smaller, and try again.`,
    damaged: 'The picture is damaged or incomplete. Open it, save it again, and try that file.',
    refused: 'The upload was refused: you may not upload files any more.',
    'signed-out': 'You are no longer signed in. Sign in again in another tab, then try once more.',
    busy: 'The server is busy with other pictures. Try again in a moment.',
    unreachable: 'The server did not answer. Check the connection, and try again.',
    unknown: 'Something went wrong on the server. Try again in a moment.',
  } satisfies Record<PictureErrorKind, string>,
} as const;

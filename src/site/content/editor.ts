import { POST_TITLE_MAX_LENGTH } from '#contract/limits.ts';
import type { PostStatus } from '#contract/post-status.ts';
import { countOf } from '#contract/amounts.ts';
import { NEW_TAB } from './new-tab.ts';

const COPY = ' (copy)';

/** A change of many posts at once: a new status, another category, or deletion. */
export type BulkAction = Exclude<PostStatus, 'draft'> | 'delete' | 'category';

/** The words of posts beyond the specification: the list's tools, the editor, versions, deleted items. */
export const editor = {
  list: {
    category: 'Category',
    everyCategory: 'Every category',
    withoutCategory: 'Without a category',
    order: 'Sort by',
    orders: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      changed: 'Last changed',
      published: 'Date of publication',
      title: 'Title, A to Z',
    },
    scheduled: 'Scheduled',
    appears: (date: string) => `Appears ${date}`,
    found: (n: number) => `${countOf(n, 'post')} found`,
    clear: 'Clear the search',
    select: 'Select',
    selectAll: 'Select every post of this page',
    inText: 'Found in the text',
    size: 'Posts on a page',
  },
  bulk: {
    label: 'What to do with the selected posts',
    selected: (n: number) => `${countOf(n, 'post')} selected`,
    /** While none is selected. */
    hint: 'Select posts to publish, archive or delete them together.',
    clear: 'Clear',
    /** Where the page is selected and the list has more. */
    all: (n: number) => `Select all ${n.toLocaleString('en-IN')}`,
    category: 'Move to a category',
    toCategory: 'Category …',
    undoMoveHint: 'Or select the posts again and choose their former category.',
    actions: { published: 'Publish', archived: 'Archive', delete: 'Delete' },
    questions: {
      published: (n: number) =>
        `Publish ${countOf(n, 'post')}? Everybody can read them at once, unless they have a date to come.`,
      archived: (n: number) => `Archive ${countOf(n, 'post')}? They are taken off the site and kept here.`,
      category: (n: number, name: string) => `Move ${countOf(n, 'post')} to “${name}”?`,
      delete: (n: number) =>
        `Are you sure you want to delete ${countOf(n, 'post')}? They can be restored for thirty days.`,
    },
  },
  duplicate: {
    label: 'Duplicate',
    title: (title: string) => title.slice(0, POST_TITLE_MAX_LENGTH - COPY.length) + COPY,
  },
  titlePlaceholder: 'Add a title',
  writing: {
    back: 'Back to posts',
    modes: 'What to show',
    write: 'Write',
    preview: 'Preview',
    view: 'View post',
    newTab: NEW_TAB,
    errors: (n: number) => `${countOf(n, 'field')} to correct`,
  },
  settings: { heading: 'Settings', done: 'Done', unknownCategory: 'Unknown category' },
  open: {
    loading: 'Opening the post',
    failed: 'The post could not be opened.',
    back: 'Back to the list',
  },
  marks: {
    label: 'Formatting',
    names: {
      heading: 'Heading',
      subheading: 'Subheading',
      bold: 'Bold',
      italic: 'Italic',
      link: 'Link',
      list: 'List',
      numbers: 'Numbered list',
      table: 'Table',
      image: 'Image',
    },
    /** Inserted where no text is selected. */
    blanks: {
      heading: 'Heading',
      bold: 'bold text',
      italic: 'italic text',
      link: 'link text',
      item: 'Item',
      column: 'Column',
      cell: 'Cell',
    },
  },
  measure: (words: number, minutes: number) =>
    words === 0 ? countOf(words, 'word') : `${countOf(words, 'word')} · ${minutes} min read`,
  preview: {
    heading: 'Preview',
    hint: 'As readers will see it.',
    title: 'Untitled',
    loading: 'Preparing the preview',
    failed: 'The preview could not be loaded. What you write is not affected.',
  },
  seoPreview: {
    heading: 'How it will look',
    search: 'In search results',
    card: 'Shared on WhatsApp or LinkedIn',
    noDescription: 'Search engines will choose a passage of the text.',
  },
  schedule: {
    label: 'Publish on',
    hint: (zone: string) => `Your time: ${zone}. Left empty: as soon as it is published.`,
    scheduled: (date: string) => `It appears by itself on ${date}.`,
    error: 'Enter both date and time, or neither.',
  },
  conflict: {
    text: 'Nothing was overwritten. Below is how their version differs from yours.',
    legend: 'Struck out: only in theirs. Underlined: only in yours.',
    mine: 'Keep mine instead',
    theirs: 'Take theirs',
    theirsHint: 'Your text stays on this device and is offered to you afterwards.',
  },
  versions: {
    heading: 'Earlier versions',
    loading: 'Reading the versions',
    failed: 'The versions could not be read.',
    none: 'No version was kept yet.',
    operator: 'the operator',
    current: 'Current version',
    dialog: 'What changed since this version',
    close: 'Close',
    entry: (date: string, who: string) => `${date}, by ${who}`,
    legend: 'Struck out: in that version only. Underlined: in the form now.',
    same: 'That version is the same as the form now.',
    restore: 'Restore this version',
    restoreHint: 'Text, category, picture and search words come back. Status, date and slug stay as they are.',
    /** Before a version is restored over changes, or over a text that readers see. */
    question: ({ hasChanges, isPublic }: { hasChanges: boolean; isPublic: boolean }) =>
      (hasChanges ? 'The form holds changes that are not in the post yet. They stay on this device. ' : '') +
      (isPublic ? 'Readers see the restored text at once. ' : '') +
      'Restore the earlier version?',
  },
  difference: {
    names: {
      title: 'Title',
      slug: 'Slug',
      excerpt: 'Excerpt',
      content: 'Text',
      status: 'Status',
      category: 'Category',
      featured_image_url: 'Featured image',
      meta_title: 'Meta title',
      meta_description: 'Meta description',
      meta_keywords: 'Meta keywords',
      published_at: 'Publish on',
      author: 'Author',
      reviewer: 'Reviewed by',
      law_as_of: 'Law as of',
    },
    removed: 'removed: ',
    added: 'added: ',
    loading: 'Comparing',
  },
  deleted: {
    heading: 'Recently deleted',
    loading: 'Reading what was deleted',
    failed: 'What was deleted could not be read.',
    none: 'Nothing was deleted within the last thirty days.',
    restore: 'Restore',
    undo: 'Undo',
    undoHint: 'Undo the deletion. Later: restore it under Recently deleted.',
    status: (status: string) => `was ${status}`,
    when: (date: string) => `deleted ${date}`,
    who: (email: string) => `by ${email}`,
  },
} as const;

export type MarkName = keyof typeof editor.marks.names;
export type DifferenceName = keyof typeof editor.difference.names;

export const findInText = {
  bar: 'Find and replace',
  find: 'Find',
  replace: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  next: 'Next match',
  previous: 'Previous match',
  replaceOne: 'Replace',
  replaceAll: 'Replace all',
  close: 'Close find and replace',
  none: 'No matches',
  place: (at: number, of: number) => (at > 0 ? `${at} of ${of}` : countOf(of, 'match', 'matches')),
  replaced: (n: number) => `${countOf(n, 'match', 'matches')} replaced`,
} as const;

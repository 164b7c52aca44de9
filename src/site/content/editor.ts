import type { PostStatus } from '#contract/post-status.ts';

type Told = { title: string; description: string; variant: 'success' | 'destructive' };
const done = (description: string): Told => ({ title: 'Success', description, variant: 'success' });
const failed = (description: string): Told => ({ title: 'Error', description, variant: 'destructive' });
const counted = (n: number) => (n === 1 ? '1 post' : `${n} posts`);

/** The words of the dashboard beyond the specification: the list's tools, the editor, versions, the trash. */
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
    appears: 'Appears {date}',
    pages: {
      label: 'Pages of posts',
      previous: 'Previous page',
      next: 'Next page',
      page: (page: number) => `Page ${page}`,
    },
    found: (n: number) => `${counted(n)} found`,
    beyond: 'There is no such page any more.',
    firstPage: 'Go to the first page',
    clear: 'Clear the search',
    select: 'Select',
    selectAll: 'Select every post of this page',
  },
  bulk: {
    label: 'What to do with the selected posts',
    selected: (n: number) => `${counted(n)} selected`,
    clear: 'Clear',
    acts: { published: 'Publish', archived: 'Archive', delete: 'Delete' },
    questions: {
      published: (n: number) =>
        `Publish ${counted(n)}? Everybody can read them at once, unless they have a date to come.`,
      archived: (n: number) => `Archive ${counted(n)}? They are taken off the site and kept here.`,
      delete: (n: number) => `Are you sure you want to delete ${counted(n)}? They can be restored for thirty days.`,
    },
    done: {
      published: (n: number, of: number) => told(n, of, 'published'),
      archived: (n: number, of: number) => told(n, of, 'archived'),
      delete: (n: number, of: number) => told(n, of, 'deleted'),
    },
    failed: failed('Nothing was changed. Please try again.'),
  },
  duplicate: {
    label: 'Duplicate',
    title: (title: string) => `${title.slice(0, 490)} (copy)`,
    done: done('The copy is a draft, and open now.'),
    failed: failed('The post could not be duplicated.'),
  },
  open: {
    loading: 'Opening the post',
    gone: failed('This post is gone. It may be under Recently deleted.'),
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
    /** What stands where the editor has selected nothing. */
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
  measure: (words: number, minutes: number) => `${words} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`,
  preview: {
    heading: 'Preview',
    hint: 'As readers will see it.',
    title: 'Untitled',
    loading: 'Preparing the preview',
    failed: 'The preview could not be loaded. What you write is not affected.',
  },
  looks: {
    heading: 'How it will look',
    search: 'In search results',
    card: 'Shared on WhatsApp or LinkedIn',
    noDescription: 'Search engines will choose a passage of the text.',
    longTitle: 'Longer titles are cut.',
  },
  schedule: {
    label: 'Publish on',
    hint: 'Your time: {zone}. Left empty: as soon as it is saved.',
    waits: 'It appears by itself on {date}.',
    error: 'Enter a whole date and time, or leave it empty.',
  },
  conflict: {
    heading: 'Somebody else saved this post while you were writing',
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
    entry: '{date}, by {who}',
    legend: 'Struck out: in that version only. Underlined: in the form now.',
    same: 'That version is the same as the form now.',
    restore: 'Restore this version',
    restoreHint: 'Text, category, picture and search words come back. Status, date and address stay as they are.',
    discardQuestion:
      'The form holds changes that were never stored. They stay on this device. Restore the earlier version?',
    restored: done('The earlier version is back.'),
    failedToRestore: failed('The earlier version could not be restored.'),
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
    },
    empty: '(empty)',
    removed: 'removed: ',
    added: 'added: ',
    loading: 'Comparing',
  },
  deleted: {
    heading: 'Recently deleted',
    loading: 'Reading what was deleted',
    failedToRead: 'What was deleted could not be read.',
    none: 'Nothing was deleted within the last thirty days.',
    restore: 'Restore',
    undo: 'Undo',
    undoHint: 'Undo the deletion. Later: restore it under Recently deleted.',
    restored: done('It is back as it was.'),
    failedToRestore: failed('It could not be restored.'),
    words: { status: 'was {status}', when: 'deleted {date}', who: 'by {who}' },
  },
} as const;

function told(n: number, of: number, what: string): Told {
  if (n === of) return done(`${counted(n)} ${what}.`);
  return failed(`${n} of ${counted(of)} ${what}. The others are gone, or you may not change them.`);
}

export type BulkAct = Exclude<PostStatus, 'draft'> | 'delete';
export type MarkName = keyof typeof editor.marks.names;
export type DifferenceName = keyof typeof editor.difference.names;

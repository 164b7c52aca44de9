import { EXCERPT_FALLBACK_LENGTH } from '#contract/limits.ts';
import { countOf } from '#contract/amounts.ts';
import { namesOf } from './names-of.ts';

/** Why a write failed. */
export type WriteErrorKind =
  | 'slug-taken'
  | 'category-gone'
  | 'refused'
  | 'signed-out'
  | 'unreachable'
  | 'not-accepted'
  | 'unknown';

export type ListWords = {
  heading: string;
  loading: string;
  failed: string;
  /** The line under the heading: "7 posts". */
  count: (n: number) => string;
};

export type ItemListWords = ListWords & { create: string; empty: string };

export const dashboard = {
  metaTitle: 'Admin Dashboard',
  metaDescription: 'Where the staff keep the content of the website.',
  heading: 'Dashboard',
  loading: 'Loading...',
  denied: {
    heading: 'Access Denied',
    text: "You don't have admin privileges. Please contact an administrator.",
  },
  tooOld: {
    heading: 'This browser is too old',
    text: 'The dashboard needs at least Chrome 114, Safari 17 or Firefox 125. Please update this browser, or use another.',
  },
  signOut: 'Sign Out',
  tabs: {
    label: 'What to manage',
    blogs: 'Blog Posts',
    categories: 'Categories',
    testimonials: 'Testimonials',
    readers: 'Readers',
  },
  retry: 'Try again',
  /** While the code of a tab or form is loaded, and where it could not be. */
  part: { loading: 'Loading', failed: 'This part of the dashboard could not be loaded.' },
  /** The links under a long list, and what is shown beyond the last page. */
  pages: {
    label: 'Pages of the list',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
    beyond: 'There is no such page any more.',
    first: 'Go to the first page',
  },
  edit: 'Edit',
  remove: 'Delete',
  actions: 'Actions',
  form: {
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    keys: 'Ctrl S or ⌘ S saves',
    optional: 'optional',
    errorSummary: 'Not saved yet. Please look at:',
    typedSince: 'Saved. What you typed after that is not saved yet.',
    discardQuestion: 'Discard the changes that you have not saved?',
    leaveQuestion:
      'There are unsaved changes. They are kept on this device and offered when you return. Leave the form?',
    errors: {
      'slug-taken': 'Another item took this slug a moment ago. Save again to use the one shown now, or type another.',
      'category-gone': 'The category was deleted. Choose another, and save again.',
      refused:
        'The change was refused: the item is gone, or you may not change it any more. Your text is still here; copy it before you leave.',
      'signed-out':
        'You are no longer signed in. Your text is kept on this device: sign in again, then open this form.',
      unreachable: 'The server did not answer. Your text is still here; check the connection and save again.',
      'not-accepted': 'The server did not accept one of the fields. Check their lengths, and save again.',
      unknown: 'Something went wrong on the server. Your text is still here; try again in a moment.',
    },
  },
  copy: {
    title: (date: string) => `Unsaved text from ${date}`,
    text: 'It was typed on this device and never saved.',
    restore: 'Restore',
    discard: 'Discard',
    list: 'Text was typed here and never saved:',
    open: 'Continue',
  },
  slug: {
    label: 'Slug',
    preview: 'Will be used:',
    fromFallback: 'The title has no Latin letters, so the slug is made from today’s date.',
    taken: (slug: string) => `“${slug}” is taken, so a number is added.`,
    respelled: 'Lowercase letters, digits and hyphens only.',
  },
  statuses: { draft: 'Draft', published: 'Published', archived: 'Archived' },
  posts: {
    heading: 'Blog Posts',
    create: 'New Post',
    loading: 'Loading posts',
    failed: 'The posts could not be loaded.',
    empty: 'No posts yet. Write the first one.',
    count: (n: number) => countOf(n, 'post'),
    columns: { title: 'Title', status: 'Status', category: 'Category', date: 'Date' },
    search: 'Search posts',
    searchHint: 'Title, text, slug, category',
    statusFilter: 'Status',
    everyStatus: 'Every status',
    noMatch: 'No post matches.',
    views: (n: number) => `${countOf(n, 'view')} in 30 days`,
    noCategory: 'No category',
    newCategory: {
      option: 'New category …',
      label: 'Name of the new category',
      add: 'Add category',
      adding: 'Adding...',
      cancel: 'Cancel',
      nameMissing: 'Give the category a name.',
      taken: (name: string) => `The category “${name}” exists already, and is chosen.`,
      failed: 'The category could not be added. Please try again.',
    },
    notPublished: (date: string) => `Created ${date}`,
    createHeading: 'New Post',
    editHeading: 'Edit Post',
    fields: {
      title: 'Title',
      excerpt: 'Excerpt',
      content: 'Content',
      status: 'Status',
      category: 'Category',
      image: 'Featured image URL',
    },
    slugHint: 'Left empty, it is made from the title.',
    contentHint: 'HTML is understood; a line break is shown as one.',
    excerptHint: `Left empty, cards show the first ${EXCERPT_FALLBACK_LENGTH} characters of the content.`,
    statusHints: {
      draft: 'Only administrators see it.',
      published: 'Everybody can read it as soon as you choose Publish or Update.',
      archived: 'Kept here, and taken off the site.',
    },
    imageHint: 'Starts with https:// or, for a picture of this site, with a slash.',
    seo: {
      heading: 'Search engines',
      text: 'How the post introduces itself in search results.',
      title: 'Meta title',
      titleHint: 'Left empty, the title of the post is used.',
      description: 'Meta description',
      keywords: 'Meta keywords',
      keywordsHint: 'Separated by commas.',
    },
    byLine: {
      heading: 'By-line',
      text: 'Who answers for the text. What is left empty is not shown.',
      author: 'Author',
      reviewer: 'Reviewed by',
      nobody: 'Nobody',
      lawAsOf: 'Law as of',
      lawHint: 'The day on which the law in the text was last checked.',
    },
    counts: {
      within: (n: number, limit: number) => `${n} of ${limit} characters`,
      over: (n: number, limit: number) => `${n} characters: search results usually cut after ${limit}`,
    },
    errors: {
      title: 'Give the post a title.',
      content: 'Write the content.',
      image: 'Enter an address that starts with https:// or with a slash.',
    },
  },
  categories: {
    heading: 'Categories',
    create: 'New Category',
    loading: 'Loading categories',
    failed: 'The categories could not be loaded.',
    empty: 'No categories yet. Posts can do without; readers find them better with one.',
    count: (n: number) => countOf(n, 'category', 'categories'),
    columns: { name: 'Name', slug: 'Slug', description: 'Description' },
    createHeading: 'New Category',
    /** Added to the question before a category is deleted. */
    losing: (titles: readonly string[], total: number) =>
      `${countOf(total, 'post')} will have no category: ${namesOf(titles, total)}.`,
    editHeading: 'Edit Category',
    fields: { name: 'Name', description: 'Description' },
    slugHint: 'Left empty, it is made from the name.',
    errors: { name: 'Give the category a name.' },
  },
  testimonials: {
    heading: 'Testimonials',
    create: 'New Testimonial',
    loading: 'Loading testimonials',
    failed: 'The testimonials could not be loaded.',
    empty: 'No testimonials yet.',
    count: (n: number) => countOf(n, 'testimonial'),
    columns: { name: 'Client', testimonial: 'Testimonial', rating: 'Rating', featured: 'Featured' },
    createHeading: 'New Testimonial',
    editHeading: 'Edit Testimonial',
    fields: {
      name: 'Name',
      company: 'Company',
      testimonial: 'Testimonial',
      rating: 'Rating',
      featured: 'Featured testimonial',
    },
    stars: (n: number) => countOf(n, 'star'),
    featured: 'Featured',
    errors: {
      name: 'Enter the name of the client.',
      company: 'Enter the company.',
      testimonial: 'Enter what the client said.',
    },
  },
};

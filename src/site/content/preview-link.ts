/** The words of preview links: in the form of a post or page, and on the page that they open. */
export const previewLink = {
  heading: 'Preview link',
  text: 'Shows the post as readers will see it to a person without an account, for a week.',
  textOfPage: 'Shows the page with the words of its draft to a person without an account, for a week.',
  make: 'Make a link',
  makeAnother: 'Make another link',
  /** Where the link itself is not known any more. */
  works: (made: string, ends: string) => `A link made on ${made} works until ${ends}. Another one ends it.`,
  label: 'Send this link. It is shown only now.',
  copy: 'Copy',
  copied: 'Copied',
  end: 'End the link',
  failed: 'The link could not be read.',
  page: {
    metaTitle: (title: string) => `Draft: ${title}`,
    metaDescription: 'A draft of a post, for those who were sent its link.',
    draft: (ends: string) => `This is a draft, which is not published. The link works until ${ends}.`,
    pending: (ends: string) => `These changes of a post are not published. The link works until ${ends}.`,
    pendingPage: (ends: string) => `These words of the page are not published. The link works until ${ends}.`,
    ended: {
      heading: 'This link no longer works',
      text: 'A link to a draft works for a week, or until it is ended. Ask the person who sent it for another one.',
    },
    unavailable: {
      heading: 'The draft cannot be shown now',
      text: 'Try again in a moment.',
    },
    back: { label: 'Go to the blog', href: '/blog' },
  },
} as const;

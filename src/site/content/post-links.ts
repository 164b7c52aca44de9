import { checklistTitles } from './checklist-titles.ts';
import { bookConsultation, footerGroups, headerLinks, noteLinks } from './navigation.ts';
import { servicesPage } from './services-list.ts';
import { blogList } from './blog.ts';

/** The words of links in the visual editor. */
export const postLinks = {
  dialog: {
    add: 'Add a link',
    change: 'Change the link',
    close: 'Close',
    text: 'Text',
    address: 'Address',
    hint: 'Type some words to find a page, a post or a heading of this post, or an address: /…, https:, mailto: or tel:.',
    newTab: 'Open in a new tab',
    apply: 'Save the link',
    remove: 'Remove the link',
    suggestions: 'Pages, posts and headings',
    found: (n: number) => (n === 1 ? '1 suggestion' : `${n} suggestions`),
    post: 'Post',
    page: 'Page',
    heading: 'Heading of this post',
    scheduled: 'Post, not public yet',
  },
  errors: {
    missing: 'Enter an address, or choose a post or page.',
    text: 'Enter the text of the link.',
    address:
      'This is not an address. Use one such as /contact, https://example.com, mailto:name@example.com or tel:+91….',
    scheme: 'Links may begin with /, https:, mailto: or tel: only.',
  },
} as const;

/** The pages of the site by the names that lead to them. */
export const LINKABLE_PAGES: readonly { label: string; href: string }[] = uniqueByHref([
  ...headerLinks,
  bookConsultation,
  ...footerGroups.flatMap(({ links }) => links),
  ...servicesPage.list.services.map(({ title, href }) => ({ label: title, href })),
  { label: blogList.crumb, href: '/blog' },
  ...Object.entries(checklistTitles).map(([href, label]) => ({ href, label })),
  ...noteLinks,
]);

function uniqueByHref(links: readonly { label: string; href: string }[]) {
  return [...new Map(links.toReversed().map((link) => [link.href, link])).values()].toReversed();
}

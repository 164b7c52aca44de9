import type { MetaDescriptor } from 'react-router';
import { type PageHead, pageMeta } from './page-meta.ts';

/** The head of a page that search engines shall leave out: its links may be followed, no address of it is canonical. */
export function unlistedMeta(page: PageHead): MetaDescriptor[] {
  const listed = pageMeta({ ...page, isUnlisted: true }).filter(
    (descriptor) => !('rel' in descriptor && descriptor.rel === 'canonical'),
  );
  return [...listed, { name: 'robots', content: 'noindex' }];
}

import { PageView } from '#site/features/admin/words/page-view.tsx';
import type { PageViewProps } from '#site/features/admin/words/page-view-context.ts';
import { publicPage } from './public-page.tsx';

/** A public page beside the form of its words. Its code is all public pages, loaded when such a form opens. */
export function PublicPageView(props: PageViewProps) {
  return <PageView {...props} elementOf={publicPage} />;
}

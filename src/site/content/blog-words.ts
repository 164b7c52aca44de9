import type { BlogWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import type { ClosingCallWords } from './page.ts';

/** What the list of posts says around it. */
export const blogWords = currentWords<BlogWords & { closing: ClosingCallWords }>('blog', {
  metaTitle: 'Notes on Indian trade, customs, FEMA and tax',
  metaDescription:
    'Notes on foreign trade policy, customs, GST, FEMA, international tax and market entry in India, written by the practice for those who prepare the papers.',
  lead: 'Notes on trade, customs, exchange control and tax, for those who prepare and file the papers.',
  closing: {
    heading: 'About a question of your own',
    lead: 'Write to us with the facts and the question. We will reply with how we would approach it.',
    action: { label: 'Book a Consultation', href: '/contact' },
    next: { label: 'Our Services', href: '/services' },
  },
});

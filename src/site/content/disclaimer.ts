import type { DisclaimerWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import type { ClosingCallWords } from './page.ts';

export type DisclaimerPage = DisclaimerWords & { heading: string; closing: ClosingCallWords };

export const disclaimer = currentWords<DisclaimerPage>('disclaimer', {
  heading: 'Disclaimer',
  metaTitle: 'Disclaimer',
  metaDescription:
    'What this website is and what it is not: general information on Indian trade and tax law, no advice on a matter, and no solicitation of work.',
  lead: 'How far the information on this website goes.',
  website: {
    heading: 'The website',
    terms: [
      {
        title: 'Information, not advice',
        text: 'Pages and articles describe law and procedure in general terms, an article as of its date. They are not advice on a particular matter, and a decision should not rest on them alone.',
      },
      {
        title: 'Law changes',
        text: 'Acts, rules, notifications, rates and forms change, some of them at short notice. Confirm the present position in the official text before you act.',
      },
      {
        title: 'No solicitation',
        text: 'Chartered accountants in India may not solicit work. The website informs those who open it of their own accord. It is not meant to solicit work, and claims no superiority.',
      },
      {
        title: 'No engagement',
        text: 'Reading the website or sending an enquiry does not make you a client. An engagement begins when its terms are agreed in writing. Please send no confidential papers before that.',
      },
      {
        title: 'Other websites',
        text: 'Links lead to websites of authorities, networks and map services. The firm is not responsible for their content, and a link does not endorse it.',
      },
      {
        title: 'Samples',
        text: 'Names and testimonials that are marked as samples are fictional.',
      },
    ],
  },
  work: {
    heading: 'The work described here',
    terms: [
      {
        title: 'No promised outcome',
        text: 'Authorities and tribunals decide on facts and law. A page that describes an application or an appeal does not promise its result.',
      },
      {
        title: 'Courts',
        text: 'Chartered accountants appear before authorities and tribunals where the law allows it. In the High Courts and the Supreme Court advocates appear, and we prepare the papers with them.',
      },
      {
        title: 'Other countries',
        text: 'Filings in the USA, the UK and the United Arab Emirates are made by professionals licensed there. The firm’s own offices are in India and in Philadelphia.',
      },
    ],
  },
  closing: {
    heading: 'About your own matter',
    lead: 'For advice on particular facts, write to us or call one of the offices.',
    action: { label: 'Contact us', href: '/contact' },
  },
});

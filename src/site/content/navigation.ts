import { NEW_TAB } from './new-tab.ts';
import type { Link } from './page.ts';

/** The header and the mobile menu, in the order of spec §2. */
export const headerLinks: readonly Link[] = [
  { label: 'Home', href: '/' },
  { label: 'About Us', href: '/about' },
  { label: 'Services', href: '/services' },
  { label: 'Global consultancy', href: '/services/navigating-india-toreign-trade' },
  { label: 'Team', href: '/team' },
  { label: 'Contact', href: '/contact' },
];

export const bookConsultation: Link = { label: 'Book Consultation', href: '/contact' };

export const footerGroups: readonly { heading: string; links: readonly Link[] }[] = [
  {
    heading: 'Quick links',
    links: [
      { label: 'Home', href: '/' },
      { label: 'About Us', href: '/about' },
      { label: 'Services', href: '/services' },
      { label: 'Team', href: '/team' },
      { label: 'Contact', href: '/contact' },
    ],
  },
  {
    heading: 'Services',
    links: [
      { label: 'Foreign Trade Policy', href: '/services/foreign-trade-policy' },
      { label: 'RBI and FEMA Compliance', href: '/services/rbi-fema-compliance' },
      { label: 'Customs Compliance', href: '/services/customs-compliance' },
      { label: 'Market Entry', href: '/services/market-entry' },
    ],
  },
];

/** In the footer, after the notes. */
export const noteLinks: readonly Link[] = [
  { label: 'Privacy', href: '/privacy' },
  { label: 'Disclaimer', href: '/disclaimer' },
];

/** The words of header and footer, visible ones and those for screen readers. */
export const frameWords = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  openMenu: 'Menu',
  dashboard: 'Dashboard',
  offices: 'Offices',
  localTime: 'Local time',
  quick: { label: 'Call, write or book', call: 'Call', whatsApp: 'WhatsApp', book: 'Book' },
  social: 'Follow',
  opensInNewTab: NEW_TAB,
} as const;

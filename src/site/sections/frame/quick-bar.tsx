import { RouteLink } from '#site/ui/route-link.tsx';
import { type LabelledLink, type Phone, telOf, whatsAppOf } from '../link.ts';

export type QuickBarProps = {
  phone: Phone;
  whatsApp: Phone;
  action: LabelledLink;
  words: { label: string; call: string; whatsApp: string; book: string; newTab: string };
};

/** The three ways to reach the firm, at the bottom of a phone. */
export function QuickBar({ phone, whatsApp, action, words }: QuickBarProps) {
  return (
    <nav className="quick-bar on-ink screen-only" aria-label={words.label}>
      <a href={telOf(phone.e164)}>{words.call}</a>{' '}
      <RouteLink href={whatsAppOf(whatsApp.e164)} target="_blank">
        <span>
          {words.whatsApp}
          <span className="sr-only"> {words.newTab}</span>
        </span>
      </RouteLink>{' '}
      <RouteLink href={action.href}>{words.book}</RouteLink>
    </nav>
  );
}

import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';
import { type Phone, telOf, whatsAppOf } from '../link.ts';

export type DirectContact = { name: string; designation?: string; phone: Phone };
export type ContactListProps = {
  people: readonly DirectContact[];
  emails: readonly { label: string; email: string }[];
  whatsApp: { label: string; phone: Phone; newTab: string };
};

/** Phone numbers, WhatsApp and e-mail addresses as a ruled list with 44 px targets. */
export function ContactList({ people, emails, whatsApp }: ContactListProps) {
  return (
    <ul className="contact-list">
      {people.map(({ name, designation, phone }) => (
        <li key={name}>
          <span>
            <b>{name}</b>
            {designation && <span className="soft">{designation}</span>}
          </span>
          <a className="tap tabular" href={telOf(phone.e164)}>
            {phone.display}
          </a>
        </li>
      ))}
      <li>
        <b>{whatsApp.label}</b>
        <a className="tap tabular" href={whatsAppOf(whatsApp.phone.e164)} target="_blank" rel="noopener noreferrer">
          {whatsApp.phone.display}
          <span className="sr-only"> {whatsApp.newTab}</span>
        </a>
      </li>
      {emails.map(({ label, email }) => (
        <li key={email}>
          <b>{label}</b>
          <a className="tap" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
      ))}
    </ul>
  );
}

export type Office = {
  label: string;
  addressLines: readonly string[];
  /** A link to a map; `distinguish` is read after the label, which is the same for every office. */
  directions?: { href: string; label: string; distinguish: string };
};

/** Office addresses in columns. */
export function OfficeList({ offices }: { offices: readonly Office[] }) {
  return (
    <ul className="office-list stack">
      {offices.map(({ label, addressLines, directions }) => (
        <li key={label}>
          <h3>{label}</h3>
          <address>
            {addressLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {directions && (
            <GoLink href={directions.href} direction="out">
              {directions.label}
              <span className="sr-only"> {directions.distinguish}</span>
            </GoLink>
          )}
        </li>
      ))}
    </ul>
  );
}

type MapOnDemandProps = {
  words: { title: string; invitation: string; show: string; open: string };
  addressLines: readonly string[];
  embedUrl: string;
  pageUrl: string;
};

/**
 * Shows the button, and replaces its cover by the map when it is pressed. A frame with allow-same-origin is safe here: it is
 * cross-origin and cannot reach this page.
 */
const SHOW = `for(const b of document.querySelectorAll('[data-map]')){b.hidden=false;b.onclick=()=>{
const f=document.createElement('iframe');f.className='map-on-demand__map';f.title=b.dataset.title;
f.sandbox='allow-scripts allow-same-origin allow-popups';f.src=b.dataset.map;b.parentNode.replaceWith(f);f.focus()}}`;

/** Requests the third-party map only when the visitor asks for it; without JavaScript there is a link to it. */
export function MapOnDemand({ words, addressLines, embedUrl, pageUrl }: MapOnDemandProps) {
  return (
    <div className="map-on-demand stack screen-only">
      <div className="map-on-demand__cover stack">
        <svg className="map-on-demand__pin" viewBox="0 0 48 64" width="48" height="64" aria-hidden="true">
          <path d="M24 63C24 63 3 39 3 23a21 21 0 0 1 42 0C45 39 24 63 24 63Z" />
          <circle cx="24" cy="23" r="8" />
        </svg>
        <address>
          {addressLines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p>{words.invitation}</p>
        <Button variant="line" hidden data-map={embedUrl} data-title={words.title}>
          {words.show}
        </Button>
      </div>
      <GoLink href={pageUrl} direction="out">
        {words.open}
      </GoLink>
      <InlineScript code={SHOW} />
    </div>
  );
}

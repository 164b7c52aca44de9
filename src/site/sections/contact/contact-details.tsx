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
        <li key={name} className="row row--apart">
          <span>
            <b>{name}</b> {designation && <span className="soft">{designation}</span>}
          </span>{' '}
          <a className="tap tabular" href={telOf(phone.e164)}>
            {phone.display}
          </a>
        </li>
      ))}
      <li className="row row--apart">
        <b>{whatsApp.label}</b> <WhatsAppLink {...whatsApp} />
      </li>
      {emails.map(({ label, email }) => (
        <li key={email} className="row row--apart">
          <b>{label}</b>{' '}
          <a className="tap" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
      ))}
    </ul>
  );
}

function WhatsAppLink({ phone, newTab }: ContactListProps['whatsApp']) {
  return (
    <a className="tap tabular" href={whatsAppOf(phone.e164)} target="_blank" rel="noopener noreferrer">
      {phone.display}
      <span className="sr-only"> {newTab}</span>
    </a>
  );
}

type VisitProps = {
  facts: readonly { label: string; text: string }[];
  call: { label: string; phone: Phone };
  whatsApp: ContactListProps['whatsApp'];
};

/** What a visitor of an office needs, beside its map. */
export function Visit({ facts, call, whatsApp }: VisitProps) {
  return (
    <dl className="visit">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="label soft">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt className="label soft">{call.label}</dt>
        <dd>
          <a className="tap tabular" href={telOf(call.phone.e164)}>
            {call.phone.display}
          </a>
        </dd>
      </div>
      <div>
        <dt className="label soft">{whatsApp.label}</dt>
        <dd>
          <WhatsAppLink {...whatsApp} />
        </dd>
      </div>
    </dl>
  );
}

export type Office = {
  label: string;
  addressLines: readonly string[];
  /** A link to a map; `distinguish` is read after the label, which is the same for every office. */
  directions?: { href: string; label: string; distinguish: string };
};

export function OfficeList({ offices }: { offices: readonly Office[] }) {
  return (
    <ul className="office-list stack">
      {offices.map(({ label, addressLines, directions }) => (
        <li key={label}>
          <h3>{label}</h3>
          <address>
            {addressLines.map((line) => (
              <span key={line}>{line} </span>
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

type OfficeMapProps = {
  words: { title: string; held: string; show: string; open: string };
  addressLines: readonly string[];
  embedUrl: string;
  pageUrl: string;
};

/**
 * Replaces the panel by the map when it is scrolled near; with Save-Data or Global Privacy Control shows the button that
 * does so instead. A frame with allow-same-origin is safe here: it is cross-origin and cannot reach this page.
 */
const EMBED = `for(const p of document.querySelectorAll('[data-map]')){const show=()=>{
const f=document.createElement('iframe');f.className='office-map__frame';f.title=p.dataset.title;
f.sandbox='allow-scripts allow-same-origin allow-popups';f.src=p.dataset.map;p.replaceWith(f);return f};
if(navigator.globalPrivacyControl||navigator.connection?.saveData){
for(const e of p.querySelectorAll('[hidden]'))e.hidden=false;p.querySelector('button').onclick=()=>show().focus()}
else new IntersectionObserver(([e],o)=>{if(e.isIntersecting){o.disconnect();show()}},{rootMargin:'400px'}).observe(p)}`;

/** The map of an office. Without JavaScript the panel has the address, and a link to the map. */
export function OfficeMap({ words, addressLines, embedUrl, pageUrl }: OfficeMapProps) {
  return (
    <div className="office-map stack screen-only">
      <div className="office-map__panel stack" data-map={embedUrl} data-title={words.title}>
        <svg className="office-map__pin" viewBox="0 0 48 64" width="48" height="64" aria-hidden="true">
          <path d="M24 63C24 63 3 39 3 23a21 21 0 0 1 42 0C45 39 24 63 24 63Z" />
          <circle cx="24" cy="23" r="8" />
        </svg>
        <address>
          {addressLines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </address>
        <p hidden>{words.held}</p>
        <Button variant="line" hidden>
          {words.show}
        </Button>
      </div>
      <GoLink href={pageUrl} direction="out">
        {words.open}
      </GoLink>
      <InlineScript code={EMBED} />
    </div>
  );
}

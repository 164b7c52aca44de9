import { Button, ButtonLink } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import type { LabelledLink } from '../link.ts';

export type ArticleFootProps = {
  /** Lines that lead on: a few words, and the link. */
  lines: readonly { label: string; link: LabelledLink }[];
  share: ShareLinksProps;
};

/** Under the text of an article: its category, what belongs to it, and share links. */
export function ArticleFoot({ lines, share }: ArticleFootProps) {
  return (
    <footer className="wrap grid-12 article-foot screen-only">
      <div className="article-foot__column">
        {lines.length > 0 && (
          <ul className="article-foot__filed">
            {lines.map(({ label, link }) => (
              <li key={label} className="row">
                {label} <GoLink href={link.href}>{link.label}</GoLink>
              </li>
            ))}
          </ul>
        )}
        <ShareLinks {...share} />
      </div>
    </footer>
  );
}

export type ShareLinksProps = {
  title: string;
  /** Absolute. */
  url: string;
  words: {
    heading: string;
    whatsApp: string;
    linkedIn: string;
    email: string;
    copy: string;
    copied: string;
    newTab: string;
  };
};

/**
 * The page ships no framework code (ARCHITECTURE.md): this script shows the button if the browser can copy. Where it is
 * then refused, the address is shown for copying by hand.
 */
const COPY = `for(const b of document.querySelectorAll('[data-copy]'))if(navigator.clipboard){b.hidden=false;
b.onclick=()=>navigator.clipboard.writeText(b.dataset.copy).then(()=>b.dataset.done,()=>b.dataset.copy).then(t=>{b.nextElementSibling.textContent=t})}`;

/** Plain links to the share pages of the networks; nothing is loaded from them. */
export function ShareLinks({ title, url, words }: ShareLinksProps) {
  const [text, address, both] = [title, url, `${title} ${url}`].map(encodeURIComponent);
  const others = [
    { label: words.whatsApp, href: `https://wa.me/?text=${both}` },
    { label: words.linkedIn, href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
  ];
  return (
    <section className="share-links" aria-labelledby="share-heading">
      <h2 id="share-heading">{words.heading}</h2>
      <div className="share-links__row row">
        {others.map(({ label, href }) => (
          <ButtonLink key={label} href={href} target="_blank" variant="line" size="small">
            {label}
            <span className="sr-only"> {words.newTab}</span>
          </ButtonLink>
        ))}
        <ButtonLink href={`mailto:?subject=${text}&body=${address}`} variant="line" size="small">
          {words.email}
        </ButtonLink>
        <Button variant="line" size="small" hidden data-copy={url} data-done={words.copied}>
          {words.copy}
        </Button>
        <span role="status" />
      </div>
      <InlineScript code={COPY} />
    </section>
  );
}

type Neighbour = { href: string; title: string };

export type NeighboursProps = {
  previous: Neighbour | null;
  next: Neighbour | null;
  words: { label: string; previous: string; next: string };
};

/** The articles before and after this one. */
export function Neighbours({ previous, next, words }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav className="wrap neighbours screen-only" aria-label={words.label}>
      {previous && (
        <RouteLink className="neighbours__previous" href={previous.href} rel="prev">
          <span>
            <Icon name="left" />
            {words.previous}
          </span>{' '}
          <b>{previous.title} </b>
        </RouteLink>
      )}
      {next && (
        <RouteLink className="neighbours__next" href={next.href} rel="next">
          <span>
            {words.next}
            <Icon name="right" />
          </span>{' '}
          <b>{next.title}</b>
        </RouteLink>
      )}
    </nav>
  );
}

export type NextEntry = { href: string; title: string; before?: string; after?: string };
export type ReadNextProps = { heading: string; entries: readonly NextEntry[] };

/** A ruled list of further pages. */
export function ReadNext({ heading, entries }: ReadNextProps) {
  return (
    <section className="read-next further-pages band screen-only" aria-labelledby="more">
      <div className="wrap">
        <h2 className="title-3" id="more">
          {heading}
        </h2>
        <ul>
          {entries.map(({ href, title, before, after }) => (
            <li key={href} className="row-link">
              {before && <span>{before}</span>}
              <h3>
                <RouteLink href={href}>{title}</RouteLink>
              </h3>
              {after && <span className="tabular">{after}</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

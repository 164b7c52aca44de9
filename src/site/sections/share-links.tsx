import { Button, ButtonLink } from '#site/ui/button.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';

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

/** The page ships no framework code (ARCHITECTURE.md): this script shows the button if the browser can copy. */
const COPY = `for(const b of document.querySelectorAll('[data-copy]'))if(navigator.clipboard){b.hidden=false;
b.onclick=()=>navigator.clipboard.writeText(b.dataset.copy).then(()=>{b.nextElementSibling.textContent=b.dataset.done},()=>{b.hidden=true})}`;

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
      <div className="share-links__row">
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

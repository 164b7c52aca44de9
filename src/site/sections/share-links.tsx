import { Button, ButtonLink } from '#site/ui/button.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';

export type ShareLinksProps = {
  title: string;
  /** With its host. */
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

/** The page ships no framework (ARCHITECTURE.md): these bytes show the button where the browser can copy, and copy with it. */
const COPY = `for(const b of document.querySelectorAll('[data-copy]'))if(navigator.clipboard){b.hidden=false;
b.onclick=()=>navigator.clipboard.writeText(b.dataset.copy).then(()=>{b.nextElementSibling.textContent=b.dataset.done},()=>{b.hidden=true})}`;

/** Plain links to the networks' own share pages; nothing of theirs is loaded here. */
export function ShareLinks({ title, url, words }: ShareLinksProps) {
  const [text, address, both] = [title, url, `${title} ${url}`].map(encodeURIComponent);
  const others = [
    { label: words.whatsApp, href: `https://wa.me/?text=${both}` },
    { label: words.linkedIn, href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
  ];
  return (
    <section className="share" aria-labelledby="share-heading">
      <h2 id="share-heading">{words.heading}</h2>
      <div className="share__links">
        {others.map(({ label, href }) => (
          <ButtonLink
            key={label}
            href={href}
            target="_blank"
            variant="line"
            size="small"
            aria-label={`${label} (${words.newTab})`}
          >
            {label}
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

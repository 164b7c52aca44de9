import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';
import type { LabelledLink } from './link.ts';

type ChecklistSheetProps = {
  title: string;
  lead: string;
  groups: readonly { heading: string; items: readonly string[] }[];
  /** Whose list it is. */
  by: string;
  law: { label: string; date: string; text: string };
  links: readonly LabelledLink[];
  words: Record<'kind' | 'company' | 'preparedBy' | 'date' | 'kept' | 'print' | 'service' | 'caution', string>;
};

/** The page ships no framework code: this script shows the button, which prints. */
const PRINT = `for(const b of document.querySelectorAll('[data-print]')){b.hidden=false;b.onclick=()=>print()}`;

/** A list with boxes to tick and lines to write on, for one page of paper. */
export function ChecklistSheet({ title, lead, groups, by, law, links, words }: ChecklistSheetProps) {
  return (
    <div className="wrap grid-12 checklist">
      <article className="checklist__sheet">
        <p className="row row--apart label soft">
          <span>
            {words.kind}, {by}
          </span>
          <span>
            {law.label} <time dateTime={law.date}>{law.text}</time>
          </span>
        </p>
        <h1>{title}</h1>
        <p className="checklist__lead">{lead}</p>
        <ul className="checklist__fields label soft" aria-hidden="true">
          {[words.company, words.preparedBy, words.date].map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
        {groups.map(({ heading, items }, index) => (
          <section key={heading}>
            <h2>
              {heading}
              {index === 0 && (
                <span className="checklist__kept label soft" aria-hidden="true">
                  {words.kept}
                </span>
              )}
            </h2>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
        <p className="checklist__caution label soft">{words.caution}</p>
      </article>
      <aside className="checklist__aside stack screen-only">
        <Button hidden data-print="">
          {words.print}
        </Button>
        <h2 className="label soft">{words.service}</h2>
        <ul>
          {links.map(({ href, label }) => (
            <li key={href}>
              <GoLink href={href}>{label}</GoLink>
            </li>
          ))}
        </ul>
      </aside>
      <InlineScript code={PRINT} />
    </div>
  );
}

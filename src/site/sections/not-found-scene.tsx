import { ButtonLink } from '#site/ui/button.tsx';
import type { LabelledLink } from './link.ts';

export type NotFoundSceneProps = {
  code: string;
  heading: string;
  text?: string;
  action: LabelledLink;
  others?: readonly LabelledLink[];
};

/** A dark wall of lattice with one lit opening. */
export function NotFoundScene({ code, heading, text, action, others = [] }: NotFoundSceneProps) {
  return (
    <section className="lost on-ink">
      <img className="lost__wall" src="/art/jali-lost.svg" alt="" width="1600" height="900" />
      <div className="wrap lost__body">
        <h1>
          <span className="lost__code numeral">{code}</span>
          <span className="lost__heading">{heading}</span>
        </h1>
        {text && <p className="lead">{text}</p>}
        <p className="actions">
          <ButtonLink href={action.href} arrow>
            {action.label}
          </ButtonLink>
          {others.map(({ label, href }) => (
            <ButtonLink key={href} href={href} variant="line">
              {label}
            </ButtonLink>
          ))}
        </p>
      </div>
    </section>
  );
}

import { ButtonLink } from '#site/ui/button.tsx';
import type { LabelledLink } from './link.ts';

/** Buttons under a lead. The first is the primary one, with an arrow. */
export function Actions({ links }: { links: readonly LabelledLink[] }) {
  return (
    <p className="actions">
      {links.map(({ label, href }, index) => (
        <ButtonLink key={href} href={href} variant={index ? 'line' : 'primary'} arrow={!index}>
          {label}
        </ButtonLink>
      ))}
    </p>
  );
}

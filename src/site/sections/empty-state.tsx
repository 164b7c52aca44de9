import { EagerImage } from '#site/ui/eager-image.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import type { LabelledLink } from './link.ts';

type EmptyStateProps = {
  title: string;
  text: string;
  headingLevel?: 1 | 2;
  action?: LabelledLink;
  back?: LabelledLink;
};

/** For an empty list: a drawing, the reason, and a link to continue. */
export function EmptyState({ title, text, headingLevel = 2, action, back }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="empty-state row">
      <EagerImage src="/art/bay-unlit.svg" alt="" width="200" height="250" />
      <div>
        <Heading>{title}</Heading>
        <p className="lead">{text}</p>
        {action && (
          <p className="actions">
            <ButtonLink href={action.href}>{action.label}</ButtonLink>
          </p>
        )}
        {back && (
          <p>
            <GoLink href={back.href} direction="left">
              {back.label}
            </GoLink>
          </p>
        )}
      </div>
    </div>
  );
}

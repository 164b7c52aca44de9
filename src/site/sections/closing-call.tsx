import { ButtonLink } from '#site/ui/button.tsx';
import type { LabelledLink } from './link.ts';

export type ClosingCallProps = { heading: string; lead: string; action: LabelledLink; second?: LabelledLink };

/** The last band of a page: a heading, one sentence and the call to action. */
export function ClosingCall({ heading, lead, action, second }: ClosingCallProps) {
  return (
    <section className="closing-call on-ink">
      <div className="wrap closing-call__body">
        <h2>{heading}</h2>
        <p className="lead">{lead}</p>
        <p className="actions">
          <ButtonLink href={action.href} arrow>
            {action.label}
          </ButtonLink>
          {second && (
            <ButtonLink href={second.href} variant="line">
              {second.label}
            </ButtonLink>
          )}
        </p>
      </div>
    </section>
  );
}

import { use } from 'react';
import { dataAddress } from '#site/art/data-address.ts';
import { LightContext } from '#site/art/light-context.ts';
import { drawClosingWall } from '#site/art/stonework.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import type { LabelledLink } from './link.ts';

export type ClosingCallProps = { heading: string; lead: string; action: LabelledLink; second?: LabelledLink };

/** The last band of a page: a heading, one sentence and the call to action. */
export function ClosingCall({ heading, lead, action, second }: ClosingCallProps) {
  const light = use(LightContext);
  return (
    <section className="closing-call walled on-ink screen-only">
      <img className="closing-call__wall" src={dataAddress(drawClosingWall(light))} alt="" />
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

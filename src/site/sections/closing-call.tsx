import { use } from 'react';
import { dataAddress } from '#site/art/data-address.ts';
import { LightContext } from '#site/art/light-context.ts';
import { drawClosingWall } from '#site/art/stonework.ts';
import { GoLink } from '#site/ui/go-link.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import { Actions } from './actions.tsx';
import { type LabelledLink, telOf } from './link.ts';
import type { PortrayedPerson } from './person-figure.tsx';

export type ClosingCallProps = { heading: string; lead: string; action: LabelledLink };

/** The last band of the pages about the firm: a heading, one sentence and the call to action before a lit wall. */
export function ClosingCall({ heading, lead, action, second }: ClosingCallProps & { second?: LabelledLink }) {
  const light = use(LightContext);
  return (
    <section className="closing-call walled on-ink screen-only">
      <img className="closing-call__wall" src={dataAddress(drawClosingWall(light))} alt="" />
      <div className="wrap closing-call__body">
        <h2>{heading}</h2>
        <p className="lead">{lead}</p>
        <Actions links={second ? [action, second] : [action]} />
      </div>
    </section>
  );
}

export type ClosingBandProps = ClosingCallProps & {
  /** Who answers. */
  person?: PortrayedPerson;
  /** The page to read next. */
  next?: LabelledLink;
};

/** The last band of a service, a list or an article: low, with who answers or the page to read next. */
export function ClosingBand({ heading, lead, action, person, next }: ClosingBandProps) {
  return (
    <section className="closing-call closing-band on-ink screen-only">
      <div className="wrap grid-12 closing-band__body">
        <h2>{heading}</h2>
        <div>
          <p className="lead">{lead}</p>
          <p className="actions">
            <ButtonLink href={action.href} arrow>
              {action.label}
            </ButtonLink>
            {next && <GoLink href={next.href}>{next.label}</GoLink>}
          </p>
          {person && (
            <p className="closing-band__person small soft">
              {person.name}, {person.designation}{' '}
              {person.phone ? (
                <a className="tap tabular" href={telOf(person.phone.e164)}>
                  {person.phone.display}
                </a>
              ) : (
                person.mail && (
                  <a className="tap" href={person.mail.href}>
                    {person.mail.label}
                    <span className="sr-only"> {person.mail.distinguish}</span>
                  </a>
                )
              )}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

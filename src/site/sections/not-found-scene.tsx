import { EagerImage } from '#site/ui/eager-image.tsx';
import { Actions } from './actions.tsx';
import type { LabelledLink } from './link.ts';

export type NotFoundSceneProps = {
  code: string;
  heading: string;
  text?: string;
  action: LabelledLink;
  others?: readonly LabelledLink[];
};

/** The not-found page: its code, heading and links over a lattice image. */
export function NotFoundScene({ code, heading, text, action, others = [] }: NotFoundSceneProps) {
  return (
    <section className="not-found-scene on-ink">
      <EagerImage
        className="not-found-scene__wall screen-only"
        src="/art/jali-lost.svg"
        alt=""
        width="1600"
        height="900"
      />
      <div className="wrap not-found-scene__body">
        <h1>
          <span className="not-found-scene__code numeral">{code}</span>
          <span className="not-found-scene__heading">{heading}</span>
        </h1>
        {text && <p className="lead">{text}</p>}
        <Actions links={[action, ...others]} />
      </div>
    </section>
  );
}

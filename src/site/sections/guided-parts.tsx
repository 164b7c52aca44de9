import type { ReactNode } from 'react';
import { Contents, type ContentsProps } from './contents.tsx';

export type GuidedPart = { heading: string; id?: string; intro?: string; content: ReactNode };

/** The main parts of a page, each with a heading, beside a list of contents. */
export function GuidedParts({ contents, parts }: { contents: ContentsProps; parts: readonly GuidedPart[] }) {
  return (
    <div className="wrap grid-12 guided">
      <Contents {...contents} />
      <div className="guided__main">
        {parts.map(({ heading, id, intro, content }) => (
          <section className="guided__part" key={heading} id={id}>
            <h2>{heading}</h2>
            {intro && <p className="lead">{intro}</p>}
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

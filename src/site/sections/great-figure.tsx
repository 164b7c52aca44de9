export type GreatFigureProps = { heading: string; figure: string; paragraphs: readonly string[] };

/** One figure in very large type with its explanation. */
export function GreatFigure({ heading, figure, paragraphs }: GreatFigureProps) {
  const [first, ...rest] = paragraphs;
  return (
    <section className="great-figure" aria-labelledby="great-figure">
      <div className="wrap grid-12">
        <p className="great-figure__figure numeral">{figure}</p>
        <div className="great-figure__text">
          <h2 id="great-figure">{heading}</h2>
          <p className="lead">{first}</p>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

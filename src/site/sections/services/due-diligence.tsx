export type GreatFigureProps = { heading: string; figure: string; paragraphs: readonly string[] };

/** One figure in very large type with its explanation. */
export function GreatFigure({ heading, figure, paragraphs }: GreatFigureProps) {
  const [first, ...rest] = paragraphs;
  return (
    <section className="great-figure" aria-labelledby="great-figure">
      <div className="wrap grid-12">
        <p className="great-figure__figure numeral">{figure}</p>
        <div className="great-figure__text">
          <h2 className="title-3" id="great-figure">
            {heading}
          </h2>
          <p className="lead">{first}</p>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

type ProfitBridgeProps = {
  /** Six steps: the first and the last are totals, the fourth adds, the others subtract. */
  steps: readonly { title: string; text: string }[];
};

/** A waterfall chart without figures: its heights, in the stylesheet, are an illustration. */
export function ProfitBridge({ steps }: ProfitBridgeProps) {
  return (
    <ol className="profit-bridge">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <span className="profit-bridge__bar" aria-hidden="true" />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

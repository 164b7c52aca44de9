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

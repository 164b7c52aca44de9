export type MoneyFlowProps = {
  columns: { money: string; bank: string; report: string };
  ways: readonly { direction: 'in' | 'out'; title: string; items: readonly { money: string; report: string }[] }[];
};

/** Payments that pass a bank, a line each with an arrow in their direction, and what is reported of them. */
export function MoneyFlow({ columns, ways }: MoneyFlowProps) {
  return (
    <div className="money-flow stack">
      {ways.map(({ direction, title, items }) => (
        <section key={direction} className="money-flow__way">
          <h3>{title}</h3>
          <p className="money-flow__head" aria-hidden="true">
            <span>{columns.money}</span>
            <span>{columns.bank}</span>
            <span>{columns.report}</span>
          </p>
          <dl>
            {items.map(({ money, report }) => (
              <div key={money}>
                <dt>{money}</dt>
                <dd>{report}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

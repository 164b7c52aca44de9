export type MoneyFlowProps = {
  columns: { money: string; bank: string; report: string };
  ways: readonly { title: string; items: readonly { title: string; text: string }[] }[];
};

/** Payments that pass a bank, a line each with an arrow in their direction, and what is reported of them. */
export function MoneyFlow({ columns, ways }: MoneyFlowProps) {
  return (
    <div className="money-flow stack">
      {ways.map(({ title, items }) => (
        <section key={title} className="money-flow__way">
          <h3>{title}</h3>
          <p className="money-flow__head" aria-hidden="true">
            <span>{columns.money} </span>
            <span>{columns.bank} </span>
            <span>{columns.report}</span>
          </p>
          <dl>
            {items.map(({ title: payment, text }) => (
              <div key={payment}>
                <dt>{payment}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

import { Facade } from './facade.tsx';

export type StatementsProps = { entries: readonly { title: string; text: string }[] };

/** Statements in large type on a façade band. */
export function Statements({ entries }: StatementsProps) {
  const idOf = (index: number) => `statement-${index + 1}`;
  return (
    <Facade labelledBy={entries.map((_, index) => idOf(index)).join(' ')}>
      <div className="statements">
        {entries.map(({ title, text }, index) => (
          <div key={title}>
            <h2 id={idOf(index)}>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </Facade>
  );
}

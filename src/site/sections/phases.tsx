import { GoesWrong } from './numbered-entries.tsx';

export type Phase = {
  id: string;
  number: number;
  title: string;
  text: string;
  steps?: readonly string[];
  output?: string;
  goesWrong?: string;
};

export type PhasesProps = { phases: readonly Phase[]; words: { steps: string; output: string; goesWrong: string } };

/**
 * Phases along a line. One with `steps` is a card that opens to the right of its numeral; one without is an entry on
 * the line.
 */
export function Phases({ phases, words }: PhasesProps) {
  return (
    <ol className="phases">
      {phases.map(({ id, number, title, text, steps, output, goesWrong }) => (
        <li key={id} id={id} className={steps ? 'phase phase--detailed' : 'phase'}>
          <span className="numeral phase__number" aria-hidden="true">
            {number}
          </span>
          <div className="phase__text">
            <h3>{title}</h3>
            <p>{text}</p>
            {goesWrong && <GoesWrong label={words.goesWrong} text={goesWrong} />}
          </div>
          {steps && (
            <div className="scope phase__steps">
              <h4>{words.steps}</h4>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          )}
          {output && (
            <p className="phase__output">
              <b>{words.output}</b> {output}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

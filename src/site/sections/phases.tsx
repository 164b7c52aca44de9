import { GoesWrong } from './goes-wrong.tsx';
import { ScopeList } from './scope-list.tsx';

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

/** Phases along a line. A phase with `steps` lists them in a column of their own; one without has its output there. */
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
          {steps && <ScopeList heading={words.steps} lines={steps} isOrdered className="phase__steps" />}
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

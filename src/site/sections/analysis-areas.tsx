import { GoesWrong } from './goes-wrong.tsx';

type Area = {
  id: string;
  number: number;
  title: string;
  text: string;
  questions: readonly string[];
  goesWrong: string;
};
export type AnalysisAreasProps = { areas: readonly Area[]; words: { questions: string; goesWrong: string } };

/** Numbered areas of an analysis with their questions in large type. */
export function AnalysisAreas({ areas, words }: AnalysisAreasProps) {
  return (
    <ol className="analysis-areas">
      {areas.map(({ id, number, title, text, questions, goesWrong }) => (
        <li key={id} id={id}>
          <span className="numeral" aria-hidden="true">
            {number}
          </span>
          <div className="analysis-areas__text">
            <h3>{title}</h3>
            <p>{text}</p>
            <GoesWrong label={words.goesWrong} text={goesWrong} />
          </div>
          <div className="analysis-areas__questions">
            <h4>{words.questions}</h4>
            <ul>
              {questions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  );
}

import { GoesWrong } from './numbered-entries.tsx';

type Area = {
  id: string;
  number: number;
  title: string;
  text: string;
  questions: readonly string[];
  goesWrong: string;
};
export type AnalysisAreasProps = { areas: readonly Area[]; words: { questions: string; goesWrong: string } };

/** Numbered areas of an enquiry; the questions themselves are set large. */
export function AnalysisAreas({ areas, words }: AnalysisAreasProps) {
  return (
    <ol className="areas">
      {areas.map(({ id, number, title, text, questions, goesWrong }) => (
        <li key={id} id={id}>
          <span className="numeral" aria-hidden="true">
            {number}
          </span>
          <div className="areas__text">
            <h3>{title}</h3>
            <p>{text}</p>
            <GoesWrong label={words.goesWrong} text={goesWrong} />
          </div>
          <div className="areas__questions">
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

import { publishing } from '#site/content/publishing.ts';
import type { PostValues } from '../post-values.ts';
import { useChecklist } from './use-checklist.ts';

type ChecklistProps = { values: PostValues; slug: string; onGoTo: (fieldId: string) => void };

/** What is worth a look before the post is published. Nothing in it prevents the publication. */
export function Checklist({ values, slug, onGoTo }: ChecklistProps) {
  const checks = useChecklist(values, slug);
  return (
    <section className="checklist" aria-labelledby="checklist-heading">
      <h3 id="checklist-heading">{publishing.checklist}</h3>
      <ul>
        {checks.map(({ name, isOk, text, fieldId }) => (
          <li key={name} data-look={!isOk || undefined}>
            <span className="checklist__state">{isOk ? publishing.ok : publishing.look}</span>
            <span className="checklist__text">{text}</span>
            {!isOk && (
              <button
                type="button"
                className="checklist__go"
                aria-label={publishing.goToLabel(text)}
                onClick={() => onGoTo(fieldId)}
              >
                {publishing.goTo}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

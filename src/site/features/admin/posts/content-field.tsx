import { findDropped } from '#contract/post-body/find-dropped.ts';
import { POST_CONTENT_ROWS } from '#contract/limits.ts';
import { measureBody } from '#contract/post-body/measure-body.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { visual } from '#site/content/visual.ts';
import { type ControlWiring, Field } from '#site/ui/field.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { HtmlField } from './html-field.tsx';
import { ModeSwitch } from './visual/mode-switch.tsx';
import { type ModeState, useEditorMode } from './visual/use-editor-mode.ts';

type ContentFieldProps = { value: string; onChange: (content: string) => void; error: string | undefined };

/** The content of the post, as readers see it or as HTML, with its length and what the page leaves out. */
export function ContentField({ value, onChange, error }: ContentFieldProps) {
  const mode = useEditorMode(value);
  const words = dashboard.posts;
  const { words: count, minutes } = measureBody(value);
  const dropped = findDropped(value);
  const isVisual = mode.shown === 'visual';
  return (
    <div className="post-form__part content-field">
      <ModeSwitch mode={mode.shown === 'html' ? 'html' : 'visual'} onChoose={mode.choose} />
      <Field
        id="post-content"
        name="content"
        label={words.fields.content}
        hint={mode.shown === 'html' ? words.contentHint : visual.hint}
        error={error}
        isFormControl={mode.shown === 'html'}
        required
      >
        {(control) => (
          <>
            <ReasonForHtml mode={mode} />
            {mode.shown === 'loading' && <Loading />}
            {mode.shown === 'html' && <HtmlField control={control} value={value} onChange={onChange} />}
            {isVisual && mode.chunk && (
              <>
                <textarea hidden readOnly name={control.name} rows={POST_CONTENT_ROWS} value={value} />
                <mode.chunk.VisualEditor
                  control={editableControl(control, words.fields.content)}
                  value={value}
                  onChange={onChange}
                  onUnkept={mode.onUnkept}
                />
              </>
            )}
          </>
        )}
      </Field>
      {dropped.length > 0 && <p className="content-field__dropped">{visual.dropped(listNames(dropped))}</p>}
      <p className="character-count tabular">{editor.measure(count, minutes)}</p>
    </div>
  );
}

function Loading() {
  return (
    <div className="content-field__loading">
      <Spinner label={visual.loading} />
    </div>
  );
}

function ReasonForHtml({ mode: { reason, hasFailed } }: { mode: ModeState }) {
  if (hasFailed) return <p role="status">{visual.failed}</p>;
  if (!reason) return null;
  return (
    <p className="content-field__reason" role="status">
      {visual.unkept[reason.kind](listNames(reason.names))}
    </p>
  );
}

const listNames = (names: readonly string[]): string =>
  names.map((name) => visual.droppedNames[name] ?? name).join(', ');

/** The attributes of a field for an element that is not a form control. */
function editableControl(control: ControlWiring, label: string): Record<string, string> {
  return {
    id: control.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': 'true',
    'aria-label': label,
    ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
    ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
  };
}

import { useId, type ReactNode } from 'react';

/** The attributes that connect a control with its label, hint and error. */
export type ControlWiring = {
  id: string;
  name: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

type FieldProps = {
  name: string;
  label: string;
  /** Shown beside the label of a field that may be left empty, such as "optional". */
  note?: string;
  hint?: string;
  error?: string;
  required?: boolean;
  id?: string;
  children: (control: ControlWiring) => ReactNode;
};

/** Label above, hint below it, error under the control, wired together for assistive technology. */
export function Field({ name, label, note, hint, error, required, id, children }: FieldProps) {
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = hint && `${controlId}-hint`;
  const errorId = error && `${controlId}-error`;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="field__label" htmlFor={controlId}>
        {label} {note && <span className="field__note">{note}</span>}
      </label>
      {children({
        id: controlId,
        name,
        ...(required && { required }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

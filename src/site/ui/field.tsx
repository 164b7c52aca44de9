import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react';
import { Input, Select } from './input.tsx';

/** The attributes that connect a control with its label, hint and error. */
export type ControlWiring = {
  id: string;
  name: string;
  required?: boolean;
  'aria-describedby'?: string;
  /** Never left out: Firefox calls a required control that is empty invalid, before anything was typed. */
  'aria-invalid': boolean;
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
  /** False where the control is an element that a `label` cannot name; it then has a name of its own. */
  isFormControl?: boolean;
  children: (control: ControlWiring) => ReactNode;
};

/** Label above, hint below it, error under the control, wired together for assistive technology. */
export function Field(props: FieldProps) {
  const { name, label, note, hint, error, required, id, isFormControl = true, children } = props;
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = hint && `${controlId}-hint`;
  const errorId = error && `${controlId}-error`;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ');
  const Label = isFormControl ? 'label' : 'span';
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <Label className="field__label" {...(isFormControl && { htmlFor: controlId })}>
        {label} {note && <span className="field__note">{note}</span>}
      </Label>
      {children({
        id: controlId,
        name,
        ...(required && { required }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        'aria-invalid': Boolean(error),
      })}
      {hint && (
        <p className="field__hint label soft" id={hintId}>
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

/** What concerns the field as a whole, and not its control. */
type FieldWords = Pick<FieldProps, 'label' | 'note' | 'hint' | 'error'>;
export type FieldWith<Control extends 'input' | 'textarea' | 'select'> = FieldWords &
  Omit<ComponentProps<Control>, 'name'> & { name: string };

/** All other properties are the control's; the field has those of them that it knows. */
export function fieldOf(Control: ElementType, props: Omit<FieldProps, 'children'>) {
  const { label: _label, note: _note, hint: _hint, error: _error, ...rest } = props;
  return <Field {...props}>{(control) => <Control {...rest} {...control} />}</Field>;
}

export const TextField = (props: FieldWith<'input'>) => fieldOf(Input, props);

/** A field with a native select; its children are the options. */
export const SelectField = (props: FieldWith<'select'>) => fieldOf(Select, props);

import { useState } from 'react';
import { dashboard } from '../../content/dashboard.ts';
import { type CopyPlace, dropCopy, readCopy } from './local-copy.ts';
import { useReportUnsaved } from './unsaved-guard.tsx';
import { useLocalCopy } from './use-local-copy.ts';

export type FieldFaults<Values> = Partial<Record<keyof Values, string>>;

type ItemFormSteps<Values> = {
  /** The item as it is, or the values of an empty form. */
  initial: Values;
  check: (values: Values) => FieldFaults<Values>;
  place: CopyPlace;
  isRestored: boolean;
};

/** The values of an open form: what is wrong with them, whether they differ from what was opened, the copy on offer. */
export function useItemForm<Values extends object>({ initial, check, place, isRestored }: ItemFormSteps<Values>) {
  const [opened] = useState(initial);
  const [copy, setCopy] = useState(() => findCopy(place, opened));
  const [values, setValues] = useState(isRestored && copy ? copy.values : opened);
  const [isOffered, setOffered] = useState(!isRestored && copy !== null);
  const [faults, setFaults] = useState<FieldFaults<Values>>({});
  const isDirty = differs(values, opened);
  const forget = useLocalCopy(place, values, isDirty);
  useReportUnsaved(isDirty);

  const change = (part: Partial<Values>): void => {
    const next = { ...values, ...part };
    setValues(next);
    // A fault that was told goes as soon as it is mended; new ones wait for the next attempt.
    if (Object.keys(faults).length > 0) setFaults(onlyKnown(check(next), faults));
  };
  const findFaults = (): boolean => {
    const found = check(values);
    setFaults(found);
    return Object.keys(found).length > 0;
  };
  const restore = (): void => {
    if (copy) setValues(copy.values);
    setOffered(false);
  };
  const discardCopy = (): void => {
    if (!isDirty) dropCopy(localStorage, place);
    setCopy(null);
    setOffered(false);
  };
  const mayCancel = (): boolean => !isDirty || window.confirm(dashboard.form.discardQuestion);

  const offer = isOffered && copy ? { savedAt: copy.savedAt, restore, discard: discardCopy } : null;
  return { values, change, faults, findFaults, isDirty, forget, mayCancel, offer };
}

export type ItemForm<Values extends object> = ReturnType<typeof useItemForm<Values>>;

function findCopy<Values extends object>(place: CopyPlace, opened: Values) {
  const copy = readCopy(localStorage, place, opened);
  return copy && differs(copy.values, opened) ? copy : null;
}

function differs<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((name) => one[name] !== other[name]);
}

function onlyKnown<Values>(found: FieldFaults<Values>, known: FieldFaults<Values>): FieldFaults<Values> {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in known)) as FieldFaults<Values>;
}

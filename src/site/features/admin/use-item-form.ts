import { useRef, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { type ItemVersion, baseOfCopy } from './copy-base.ts';
import { type Assigned, differs, withLaterWords } from './later-words.ts';
import { type CopyPlace, dropCopy, keepCopy, newSlot, readCopies } from './local-copy.ts';
import { useReportUnsaved } from './unsaved-guard.tsx';
import { useLocalCopy } from './use-local-copy.ts';

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;

type ItemFormOptions<Values> = {
  /** The item as it is, or the values of an empty form. */
  initial: Values;
  /** The version of the item; null for a new one. */
  version: ItemVersion | null;
  check: (values: Values) => FieldErrors<Values>;
  place: CopyPlace;
  /** The slot of the local copy that the form starts with. */
  restoredSlot: string | undefined;
};

/** What a save has written: the item, its new version, and what the save filled in by itself. */
export type Written<Values> = { itemId: string; version: ItemVersion; assigned: Assigned<Values> };

/** The values of an open form: their errors, whether they differ from the saved ones, the copy on offer. */
export function useItemForm<Values extends object>(options: ItemFormOptions<Values>) {
  const { initial, version, check, place, restoredSlot } = options;
  const [saved, setSaved] = useState(initial);
  const [copies] = useState(() => findCopies(place, saved));
  const [restored] = useState(() => copies.find(({ slot }) => slot === restoredSlot));
  const [slot] = useState(() => restored?.slot ?? newSlot());
  const [values, setValues] = useState(restored?.values ?? saved);
  // A save that is acknowledged compares with what the form holds by then.
  const latest = useRef(values);
  const [base, setBase] = useState(() => (restored ? baseOfCopy(restored, version) : (version?.base ?? null)));
  const [offered, setOffered] = useState(restored ? undefined : copies[0]);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [hasLaterWords, setLaterWords] = useState(false);
  const isDirty = differs(values, saved);
  const forget = useLocalCopy(place, slot, { values, base }, isDirty);
  useReportUnsaved(isDirty);

  const show = (next: Values): void => {
    latest.current = next;
    setValues(next);
  };
  const change = (part: Partial<Values>): void => {
    const next = { ...latest.current, ...part };
    show(next);
    // A shown error disappears as soon as it is corrected; new errors appear at the next attempt.
    if (Object.keys(errors).length > 0) setErrors(onlyKnown(check(next), errors));
  };
  const validate = (): boolean => {
    const found = check(values);
    setErrors(found);
    return Object.keys(found).length > 0;
  };
  const restore = (): void => {
    if (!offered) return;
    // What was typed before the restore is kept as another copy.
    if (isDirty) keepCopy(localStorage, place, newSlot(), { values, base }, new Date());
    const kept = { values: offered.values, base: baseOfCopy(offered, version) };
    keepCopy(localStorage, place, slot, kept, new Date());
    dropCopy(localStorage, place, offered.slot);
    setBase(kept.base);
    show(kept.values);
    setOffered(undefined);
  };
  const discardCopy = (): void => {
    if (offered) dropCopy(localStorage, place, offered.slot);
    setOffered(undefined);
  };
  const mayCancel = (): boolean => !isDirty || window.confirm(dashboard.form.discardQuestion);

  const offer = offered ? { savedAt: offered.savedAt, restore, discard: discardCopy } : null;
  /** Writes the copy at once: before a save, and before the form is replaced by another version. */
  const keepNow = (): void => {
    if (isDirty) keepCopy(localStorage, place, slot, { values, base }, new Date());
  };
  /** Whether a save may overwrite a version that was saved after the restored copy was made. Asks where there is one. */
  const mayOverwrite = (): boolean =>
    !version || base === version.base || window.confirm(dashboard.form.overwriteQuestion);
  /**
   * Takes note of an acknowledged save. Returns whether the form holds only what was sent, and may close. Otherwise it
   * goes on as the form of the saved item, with the later words unsaved.
   */
  const acknowledge = (sent: Values, written: Written<Values>): boolean => {
    const { itemId, version: nextVersion, assigned } = written;
    if (!differs(latest.current, sent)) {
      forget();
      return true;
    }
    const next = withLaterWords(latest.current, sent, assigned);
    const kept = { values: next.values, base: nextVersion.base };
    keepCopy(localStorage, { ...place, itemId }, slot, kept, new Date());
    if (itemId !== place.itemId) dropCopy(localStorage, place, slot);
    setSaved(next.saved);
    setBase(kept.base);
    show(next.values);
    setLaterWords(true);
    return false;
  };
  const state = { values, base, errors, isDirty, hasLaterWords, offer };
  return { ...state, change, validate, forget, keepNow, mayCancel, mayOverwrite, acknowledge };
}

export type ItemForm<Values extends object> = ReturnType<typeof useItemForm<Values>>;

function findCopies<Values extends object>(place: CopyPlace, opened: Values) {
  return readCopies(localStorage, place, opened).filter((copy) => differs(copy.values, opened));
}

function onlyKnown<Values>(found: FieldErrors<Values>, known: FieldErrors<Values>): FieldErrors<Values> {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in known)) as FieldErrors<Values>;
}

import { useRef, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import type { ItemVersion } from './copy-base.ts';
import { type Assigned, differs, withLaterWords } from './later-words.ts';
import { type CopyPlace, dropCopy, keepCopy } from './local-copy.ts';
import { useReportUnsaved } from './unsaved-guard.tsx';
import { useFormCopy } from './use-form-copy.ts';
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
export type Written<Values> = {
  itemId: string;
  version: Pick<ItemVersion, 'base' | 'draft'>;
  assigned: Assigned<Values>;
  /** Fields that were sent and not written: the form keeps what was typed, as unsaved. */
  stored?: Partial<Values>;
};

/** The values of an open form: their errors, whether they differ from the saved ones, the copy on offer. */
export function useItemForm<Values extends object>(options: ItemFormOptions<Values>) {
  const { initial, check, place } = options;
  const [saved, setSaved] = useState(initial);
  const { slot, origin, latestOrigin, setOrigin, restored, offered, dismiss, withdraw, takeOffered } =
    useFormCopy(options);
  const { values, latest, errors, show, change, validate } = useValues(restored?.values ?? saved, check);
  const [hasLaterWords, setLaterWords] = useState(false);
  const isDirty = differs(values, saved);
  const forget = useLocalCopy(place, slot, { values, ...origin }, isDirty);
  useReportUnsaved(isDirty);

  const restore = (): void => {
    const next = takeOffered(isDirty ? values : null);
    if (next) show(next);
  };
  /** `asks`: also where nothing is unsaved. */
  const mayCancel = (asks = false): boolean => !(isDirty || asks) || window.confirm(dashboard.form.discardQuestion);
  /**
   * Writes the copy at once: before a save, and before the form is replaced by another version of the item `itemId`.
   * `always`: also where the server has the text.
   */
  const keepNow = (itemId = place.itemId, always = false): void => {
    if (isDirty || always) keepCopy(localStorage, { ...place, itemId }, slot, { values, ...origin }, new Date());
    if (itemId !== place.itemId) forget();
  };
  /**
   * Takes note of an acknowledged save. Returns whether the form may close: it should, and holds only what was sent.
   * Otherwise it continues as the form of the saved item, with the later words unsaved.
   */
  const acknowledge = (sent: Values, written: Written<Values>, closes: boolean): boolean => {
    const isTypedSince = differs(latest.current, sent);
    if (!isTypedSince && closes) {
      forget();
      return true;
    }
    const next = withLaterWords(latest.current, sent, written.assigned);
    const { base, draft = null } = written.version;
    const nextOrigin = { ...latestOrigin.current, base, draft };
    const nextPlace = { ...place, itemId: written.itemId };
    const isUnsaved = differs(next.values, { ...next.saved, ...written.stored });
    if (isUnsaved) keepCopy(localStorage, nextPlace, slot, { values: next.values, ...nextOrigin }, new Date());
    else dropCopy(localStorage, nextPlace, slot);
    if (place.itemId !== written.itemId) {
      dropCopy(localStorage, place, slot);
      // The copy on offer belongs to another new item.
      withdraw();
    }
    setSaved({ ...next.saved, ...written.stored });
    setOrigin(nextOrigin);
    show(next.values);
    setLaterWords(isTypedSince);
    return false;
  };
  const offer = offered ? { savedAt: offered.savedAt, restore, discard: dismiss } : null;
  const state = { values, saved, errors, isDirty, hasLaterWords, offer, slot, newId: origin.newId };
  const now = { latest, origin: latestOrigin };
  return { ...state, ...now, change, validate, forget, keepNow, mayCancel, acknowledge };
}

export type ItemForm<Values extends object> = ReturnType<typeof useItemForm<Values>>;

function useValues<Values extends object>(first: Values, check: ItemFormOptions<Values>['check']) {
  const [values, setValues] = useState(first);
  // An acknowledged save compares with what the form holds by then.
  const latest = useRef(values);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
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
  return { values, latest, errors, show, change, validate };
}

function onlyKnown<Values>(found: FieldErrors<Values>, known: FieldErrors<Values>): FieldErrors<Values> {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in known)) as FieldErrors<Values>;
}

import { useRef, useState } from 'react';
import { newId } from '#site/gateway/new-id.ts';
import { type ItemVersion, baseOfCopy } from './copy-base.ts';
import { differs } from './later-words.ts';
import { type CopyPlace, type LocalCopy, dropCopy, keepCopy, newSlot, readCopies } from './local-copy.ts';

/** What the values of a form are based on; a local copy holds it besides the values. */
export type Origin = { base: string | null; newId: string; draft: string | null };

type FormCopyOptions<Values> = {
  initial: Values;
  version: ItemVersion | null;
  place: CopyPlace;
  restoredSlot: string | undefined;
};

/** The local copies of an open form: the one that it starts with, the one on offer, and the slot of its own. */
export function useFormCopy<Values extends object>(options: FormCopyOptions<Values>) {
  const { initial, version, place, restoredSlot } = options;
  const [copies] = useState(() =>
    readCopies(localStorage, place, initial).filter((copy) => differs(copy.values, initial)),
  );
  const [restored] = useState(() => copies.find(({ slot }) => slot === restoredSlot));
  const [slot] = useState(() => restored?.slot ?? newSlot());
  const [origin, keepOrigin] = useState(() => originOf(restored, version));
  // A save that waited for another one starts from what that one wrote.
  const latestOrigin = useRef(origin);
  const setOrigin = (next: Origin): void => {
    latestOrigin.current = next;
    keepOrigin(next);
  };
  const [offered, setOffered] = useState(restored ? undefined : copies[0]);

  /** Stops offering the copy, and leaves it on the device. */
  const withdraw = (): void => setOffered(undefined);
  const dismiss = (): void => {
    if (offered) dropCopy(localStorage, place, offered.slot);
    withdraw();
  };
  /** Makes the offered copy the copy of this form. What was typed before, `typed`, is kept as another copy. */
  const takeOffered = (typed: Values | null): Values | undefined => {
    if (!offered) return undefined;
    if (typed) keepCopy(localStorage, place, newSlot(), { values: typed, ...origin }, new Date());
    const next = originOf(offered, version);
    keepCopy(localStorage, place, slot, { values: offered.values, ...next }, new Date());
    setOrigin(next);
    dismiss();
    return offered.values;
  };
  return { slot, origin, latestOrigin, setOrigin, restored, offered, dismiss, withdraw, takeOffered };
}

function originOf(copy: LocalCopy<unknown> | undefined, version: ItemVersion | null): Origin {
  return {
    base: copy ? baseOfCopy(copy, version) : (version?.base ?? null),
    newId: copy?.newId ?? newId(),
    draft: (copy ? copy.draft : version?.draft) ?? null,
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import type { FormKind } from '#contract/items.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { newId } from '#site/gateway/writes.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { dismissToastsOf, toast, type ToastMessage } from '#site/ui/toast.ts';
import { useUserId } from '../live/live-provider.tsx';
import { useNameOf } from '../names.ts';
import { logFailure, refreshQueries, staleAfter } from '../queries.ts';
import { autosaveDueAt, hasAutosaveChanges, reduce } from './form-session.ts';
import {
  differs,
  type FormAction,
  type FormEffect,
  type FormRules,
  type FormState,
  isDirty,
  isSaving,
  openForm,
  type OtherVersion,
  type SavedItem,
  saveStateOf,
  type WriteRequest,
  type Written,
} from './form-state.ts';
import { type CopyPlace, dropCopy, type ItemVersion, keepCopy, newSlot, readCopies } from './local-copy.ts';
import { throttleTrailing } from './throttle-trailing.ts';
import { useReportUnsaved } from './unsaved-guard.tsx';
import { type OtherSave, readFailure } from './write-error.ts';

type FormSessionOptions<Values extends object, Item extends SavedItem> = {
  kind: FormKind;
  /** The item as it was opened; null for a new one. */
  item: Item | null;
  /** The version that the form shows; null for a new item. */
  version: ItemVersion | null;
  /** The values of the item, or of an empty form. */
  initial: Values;
  lastSave: { at: string | null; isPending: boolean };
  /** The slot of the local copy that the form starts with. */
  restoredSlot: string | undefined;
  /** What the form shows, where it differs from what the server has. */
  shown?: Values | undefined;
  rules: FormRules<Values, Item>;
  /** Creates or updates the item, as the request says. */
  write: (client: DataClient, request: WriteRequest<Values, Item>) => Promise<Written<Values, Item>>;
  /** The other version that a write met. */
  readConflict: (
    client: DataClient,
    error: OtherSave,
    request: WriteRequest<Values, Item>,
  ) => Promise<OtherVersion<Values, Item>>;
  /** Deletes an item. */
  discard?: (item: Item) => void;
  messages: { created: ToastMessage; updated: ToastMessage; failed: ToastMessage };
  onClose: () => void;
  /** The form of a new item stays open, and from now on is that of the created one. */
  onCreated: (id: string) => void;
};

type SaveOptions = { closes?: boolean; keeps?: boolean };

/** The session of an open form: its values and errors, its saves, its local copy. See form-session.ts for the rules. */
export function useFormSession<Values extends object, Item extends SavedItem>(
  options: FormSessionOptions<Values, Item>,
) {
  const { kind, rules, onClose, onCreated } = options;
  const userId = useUserId();
  const nameOf = useNameOf();
  const queryClient = useQueryClient();
  const source = useId();
  const [session] = useState(() => createSession(options, userId));
  const state = useSyncExternalStore(session.subscribe, session.getState);

  const write = async (request: WriteRequest<Values, Item>): Promise<void> => {
    const { operation } = request;
    const client = await browserClient();
    try {
      session.dispatch({ type: 'acknowledged', operation, written: await options.write(client, request) });
    } catch (error) {
      if (request.asked === null) console.info('The autosave failed:', error);
      const failure = await readFailure(error, nameOf, new Date(), (met) => options.readConflict(client, met, request));
      session.dispatch({ type: 'failed', operation, failure, repetition: newId() });
    }
  };
  const tell = (effect: Extract<FormEffect<Values, Item>, { type: 'tell' }>): void => {
    const message = options.messages[effect.message];
    if (effect.message === 'failed') logFailure(message, effect.cause);
    else dismissToastsOf(source);
    toast(message, source);
  };
  const refresh = () => refreshQueries(queryClient, kind === 'words' ? [QUERY_KEYS.adminWords] : staleAfter(kind));
  const perform = useEffectEvent((effect: FormEffect<Values, Item>): void => {
    if (effect.type === 'write') void write(effect.request);
    else if (effect.type === 'tell') tell(effect);
    else if (effect.type === 'adopt') onCreated(effect.item.id);
    else if (effect.type === 'close') onClose();
    else if (effect.type === 'discard') options.discard?.(effect.item);
    else if (effect.type === 'refresh') void refresh();
  });
  useEffect(() => session.connect((effect) => perform(effect)), [session]);

  const hasUnsaved = isDirty(state);
  useReportUnsaved(hasUnsaved);
  return {
    ...state,
    isDirty: hasUnsaved,
    isSaving: isSaving(state),
    saveState: saveStateOf(state),
    /** Whether all that is not saved is what no autosave writes. */
    isOnlyManual: hasUnsaved && !hasAutosaveChanges(state, rules),
    change: (part: Partial<Values>) => session.dispatch({ type: 'change', part }),
    /** Resolves to whether the values were saved. `keeps`: as an autosave would, so that nothing becomes public. */
    save: ({ closes = true, keeps = false }: SaveOptions = {}) => session.ask({ type: 'save', closes, keeps }),
    /** Saves over the version of the conflict that the editor has seen. */
    overwrite: () => session.ask({ type: 'overwrite' }),
    /** Runs what saves or asks, unless the values have errors or a save is under way. */
    ifValid: (run: () => void): void => {
      if (isSaving(session.getState())) return;
      session.dispatch({ type: 'check' });
      if (Object.keys(session.getState().errors).length === 0) run();
    },
    /** Leaves the form: what was saved stays, and what was not is discarded after a question. */
    cancel: (): void => {
      if (!hasUnsaved || window.confirm(dashboard.form.discardQuestion)) session.dispatch({ type: 'cancel' });
    },
    /** Deletes the item of the form, with its local copy. */
    discard: () => session.dispatch({ type: 'discard' }),
    /**
     * Before another version of the item takes the place of the form: keeps its words on this device. Returns whether the
     * form was still shown.
     */
    makeWay: (itemId: string, keeps: boolean): boolean => {
      const isShown = session.getState().phase === 'open';
      session.dispatch({ type: 'replace', itemId, keeps });
      return isShown;
    },
    restore: () => session.dispatch({ type: 'restore', spareSlot: newSlot(), newId: newId() }),
    dismiss: () => session.dispatch({ type: 'dismiss' }),
  };
}

export type FormSession<Values extends object, Item extends SavedItem> = ReturnType<
  typeof useFormSession<Values, Item>
>;

type Unstamped<Action> = Action extends unknown ? Omit<Action, 'at'> : never;
type FormEvent<Values, Item> = Unstamped<FormAction<Values, Item>>;
type Asking = { type: 'save'; closes: boolean; keeps: boolean } | { type: 'overwrite' };

/** How far the copy may be behind the form. Continuous typing must not delay it, so it is not a debounce. */
const COPY_INTERVAL_MS = 500;

/** Holds the state of a form; carries out what the storage and the clock do, and passes the other effects on. */
function createSession<Values extends object, Item extends SavedItem>(
  { kind, rules, initial, ...opening }: FormSessionOptions<Values, Item>,
  userId: string,
) {
  const placeOf = (itemId: string | undefined): CopyPlace => ({ userId, kind, itemId });
  const copies = readCopies(window, placeOf(opening.item?.id), initial).filter((copy) => differs(copy.values, initial));
  let state: FormState<Values, Item> = openForm({ ...opening, initial, copies, slot: newSlot(), newId: newId() });
  let perform: (effect: FormEffect<Values, Item>) => void = () => {};
  const listeners = new Set<() => void>();
  const asked = new Map<string, (isSaved: boolean) => void>();
  const copy = throttleTrailing(() => dispatch({ type: 'keep' }), COPY_INTERVAL_MS);
  const autosave = createAlarm(() => dispatch({ type: 'autosave', operation: newId() }));

  const store = ({ itemId, slot, kept }: Extract<FormEffect<Values, Item>, { type: 'keep' }>): boolean => {
    // Posts are long, and their versions on the server name the operation.
    const unanswered = rules.autosaved ? kept.unanswered?.map(({ operation }) => ({ operation })) : kept.unanswered;
    return keepCopy(window, placeOf(itemId), slot, { ...kept, unanswered }, new Date());
  };
  const run = (effect: FormEffect<Values, Item>): void => {
    if (effect.type === 'keep') void store(effect);
    else if (effect.type === 'drop') dropCopy(window, placeOf(effect.itemId), effect.slot);
    else if (effect.type === 'settle') asked.get(effect.operation)?.(effect.isSaved);
    else perform(effect);
  };
  /** Another form may have continued the copy since this one was left. */
  const ownsCopy = ({ phase, item, slot, values }: FormState<Values, Item>): boolean => {
    if (phase !== 'left') return true;
    const kept = readCopies(window, placeOf(item?.id), initial).find((one) => one.slot === slot);
    return kept !== undefined && !differs(kept.values, values);
  };
  /** What a restored copy replaces is on the screen only: it stays there if no copy of it can be kept. */
  const reduceWithSpare = (before: typeof state, action: FormAction<Values, Item>) => {
    const step = reduce(before, action, rules);
    const spareSlot = action.type === 'restore' ? action.spareSlot : before.restoring?.spareSlot;
    const spare = step[1].find((effect) => effect.type === 'keep' && effect.slot === spareSlot);
    if (spare?.type !== 'keep' || store(spare)) return step;
    toast(DASHBOARD_MESSAGES.restoreItemFailed);
    const [next, effects] = reduce({ ...before, offered: null, restoring: null }, action, rules);
    return [{ ...next, offered: before.offered }, effects] as typeof step;
  };
  const dispatch = (action: FormEvent<Values, Item>): void => {
    const isAnswer = action.type === 'acknowledged' || action.type === 'failed';
    const before: typeof state = isAnswer && !ownsCopy(state) ? { ...state, phase: 'closed' } : state;
    const [next, effects] = reduceWithSpare(before, { ...action, at: Date.now() });
    state = next;
    if (next.values !== before.values && next.phase === 'open') copy.request();
    autosave.set(autosaveDueAt(next));
    for (const listener of listeners) listener();
    for (const effect of effects) run(effect);
  };
  return {
    dispatch,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (action: Asking): Promise<boolean> =>
      new Promise((resolve) => {
        const operation = newId();
        asked.set(operation, (isSaved) => {
          asked.delete(operation);
          resolve(isSaved);
        });
        dispatch({ ...action, operation });
      }),
    /** While the form is shown. Answers that arrive later still count. */
    connect: (performEffect: typeof perform) => {
      perform = performEffect;
      const leaving = new AbortController();
      const { signal } = leaving;
      window.addEventListener('online', () => dispatch({ type: 'online' }), { signal });
      window.addEventListener('offline', () => dispatch({ type: 'offline' }), { signal });
      window.addEventListener('pagehide', () => dispatch({ type: 'keep' }), { signal });
      document.addEventListener('visibilitychange', () => dispatch({ type: 'keep' }), { signal });
      dispatch({ type: 'enter' });
      return () => {
        leaving.abort();
        copy.cancel();
        dispatch({ type: 'leave' });
      };
    },
  };
}

/** Runs `run` once at a time that may be changed. */
function createAlarm(run: () => void): { set: (at: number | null) => void } {
  let dueAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    set: (at) => {
      if (at === dueAt) return;
      clearTimeout(timer);
      dueAt = at;
      if (at === null) return;
      const ring = () => {
        dueAt = null;
        run();
      };
      timer = setTimeout(ring, Math.max(0, at - Date.now()));
    },
  };
}

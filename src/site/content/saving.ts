/** Messages about autosave, and about others who edit the same post. Times are formatted. */
export const saving = {
  state: {
    saving: 'Saving…',
    saved: (time: string) => `Saved ${time}`,
    savedPending: (time: string) => `Saved ${time}, not published yet`,
    savedDraft: (time: string) => `Saved ${time} as a draft; status and date are not saved yet`,
    unsaved: 'Not saved yet',
    offline: 'Not saved: offline, your text is kept here',
    conflict: (who: string, time: string) =>
      `Not saved: ${who} saved this at ${time}, and changed the same paragraph as you.`,
    itemConflict: (who: string, time: string) => `Not saved: ${who} saved this item at ${time}.`,
    overwrite: 'Overwrite with mine',
    merged: (who: string) => `${who} changed other places meanwhile: both versions are in your text.`,
    otherDraft: (who: string) =>
      `Not saved: ${who} has unpublished changes of the same paragraph. Your text is kept on this device.`,
  },
  who: { unknown: 'Somebody else', self: 'You, in another window,' },
  pending: {
    badge: 'Changes not published',
    title: (who: string, time: string) => `Unpublished changes by ${who}, ${time}`,
    byOneself: 'you',
    text: 'Readers see the published text until you choose Update.',
    discarded: 'The changes are discarded.',
    undo: 'Undo',
    undoHint: 'Bring the discarded changes back.',
    restored: 'The changes are back.',
    failed: 'The changes could not be discarded. They may have been changed since.',
    restoreFailed: 'The changes could not be brought back.',
  },
  presence: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} is editing this post`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are editing this post`,
} as const;

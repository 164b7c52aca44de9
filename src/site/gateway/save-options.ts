/** The options of a save of a post, which a trigger reads (migration 20261121000014). */
export type PostSaveOptions = {
  /** The slot of the form that saves. */
  form?: string;
  /** True if the editor did not ask for the save. */
  autosave?: boolean;
  /** The version of the pending draft that the save includes: it is deleted in the same transaction. */
  draft?: string | null;
};

/** What a check of the running installation found. It is a `Finding` of the doctor with its figures. */
export type Measured = {
  id: string;
  name: string;
  /** `warning`: needs attention soon, everything works; `bad`: something does not work. */
  state: 'good' | 'warning' | 'bad';
  /** One sentence for the operator. It holds no address, password or path of a person. */
  says: string;
  /** What to do; null where nothing is to be done. */
  remedy: string | null;
  /** For metrics: bytes, numbers and seconds by name. */
  figures: Readonly<Record<string, number>>;
};

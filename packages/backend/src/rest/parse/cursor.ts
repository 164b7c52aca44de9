import { RestError } from '../errors.ts';

const SPACES = /^[ \t]*/u;

/** Reads a text from left to right. Every error is PGRST100 and names the column. */
export class Cursor {
  readonly text: string;
  position = 0;
  private readonly what: string;

  /** `what` completes the sentence "failed to parse …". */
  constructor(what: string, text: string) {
    this.what = what;
    this.text = text;
  }

  get isDone(): boolean {
    return this.position >= this.text.length;
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  take(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`);
  }

  /** Takes the token with the spaces and tabs on both sides of it. */
  takeSpaced(token: string): boolean {
    const start = this.position;
    this.match(SPACES);
    if (this.take(token)) return this.match(SPACES) !== null;
    this.position = start;
    return false;
  }

  expectSpaced(token: string): void {
    if (!this.takeSpaced(token)) this.fail(`"${token}"`);
  }

  expectEnd(): void {
    if (!this.isDone) this.fail('end of input');
  }

  /** Consumes what the pattern matches at this position. The pattern begins with `^`. */
  match(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text.slice(this.position));
    if (found) this.position += found[0].length;
    return found;
  }

  takeRest(): string {
    const rest = this.text.slice(this.position);
    this.position = this.text.length;
    return rest;
  }

  fail(expected: string): never {
    const unexpected = this.isDone
      ? 'end of input'
      : JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.position)!));
    throw new RestError(
      'QueryParamError',
      this.what,
      this.text,
      this.position,
      `unexpected ${unexpected} expecting ${expected}`,
    );
  }
}

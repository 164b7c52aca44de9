/** The value of a text field of a form; '' where there is no such field. */
export function typedIn(form: HTMLFormElement, name: string): string {
  const entry = new FormData(form).get(name);
  return typeof entry === 'string' ? entry : '';
}

import { saving } from '#site/content/saving.ts';

/** The person as the dashboard names them: by their e-mail address, which the activity list shows too. */
export function nameOf(person: { email: string | null; userId: string | null }, ownId: string): string {
  if (person.userId === ownId) return saving.who.self;
  return person.email ?? saving.who.unknown;
}

import type { RouterContextProvider } from 'react-router';
import type { ServicePage } from '#site/content/services/page-content.ts';
import { pageTime, serverGateway } from '#site/gateway/load-context.server.ts';
import { orNull } from '../await-data.ts';
import { listNotes } from './notes.ts';
import type { Note } from './service-document.tsx';

/**
 * The loader of a service page: the newest posts on its subject. The page is complete without them, so while they cannot
 * be read it is sent without, and is not kept.
 */
export function notesLoader({ category }: Pick<ServicePage, 'category'>) {
  return async ({ context }: { context: Readonly<RouterContextProvider> }): Promise<Note[]> => {
    const notes = await orNull(listNotes(context.get(serverGateway).client, category));
    const time = context.get(pageTime);
    if (!notes) time.holdUntil(time.now);
    return notes ?? [];
  };
}

import type { Page, WebSocketRoute } from 'playwright';
import { expect } from './page-expect.ts';
import { type Person, makePerson, openDashboard } from './people.ts';
import { answerDialogs } from './dialogs.ts';
import type { Journey } from './journey.ts';
import type { VisitOptions } from './browser.ts';

const SOCKET = /\/realtime\/v1\/websocket/;

/** The addresses of the realtime connections that the page opens. Call it before the page does. */
export function watchSockets(page: Page): string[] {
  const opened: string[] = [];
  page.on('websocket', (socket) => SOCKET.test(socket.url()) && opened.push(socket.url()));
  return opened;
}

/** Opens the dashboard as this person, and waits until it is told of changes. */
export async function openLive(journey: Journey, person: Person, options?: VisitOptions) {
  const visit = await journey.visit(options);
  const subscribed = visit.page
    .waitForEvent('websocket', (socket) => SOCKET.test(socket.url()))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => payload.includes('Subscribed to PostgreSQL')),
    );
  await Promise.all([openDashboard(journey.app, visit.page, person), subscribed]);
  return { ...visit, person, dialogs: answerDialogs(visit.page) };
}

/** Another administrator with the dashboard open. */
export async function openAsOther(journey: Journey, options?: VisitOptions) {
  return openLive(journey, await makePerson(journey.app, { admin: true }), options);
}

/** The realtime connection of a page, which can be lost and come back. Call it before the page is opened. */
export async function controlSocket(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isUp = true;
  let tries = 0;
  let isAnswered = false;
  await page.routeWebSocket(SOCKET, (socket) => {
    tries += 1;
    if (!isUp) return void socket.close();
    open.add(socket);
    const server = socket.connectToServer();
    server.onClose(() => open.delete(socket));
    server.onMessage((message) => {
      isAnswered = true;
      socket.send(message);
    });
  });
  return {
    tries: () => tries,
    /** A connection that is lost before that is an error in the browser's console. */
    isAnswered: () => isAnswered,
    lose: async () => {
      isUp = false;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    restore: () => {
      isUp = true;
    },
  };
}

/** Fails where the page is loaded again after this call. */
export async function expectNoReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  return () => expect(page.locator('html')).toHaveAttribute('data-same-document', '');
}

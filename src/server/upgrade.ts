import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddress } from '#backend/http/client-address.ts';
import { type Realtime, WEBSOCKET_PATH } from '#backend/realtime/open-realtime.ts';
import { isForAnotherSite } from './limit-target.ts';

export type Upgrades = {
  /** Whether the request is to become a WebSocket. Others with an Upgrade header (h2c) are answered as without it. */
  accept: (incoming: IncomingMessage) => boolean;
  answer: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** Gives requests for the WebSocket endpoint to the realtime service. */
export function upgradesTo(
  realtime: Realtime,
  { siteUrl, trustProxy }: { siteUrl: string; trustProxy: number },
): Upgrades {
  return {
    accept: ({ url = '', headers }) =>
      headers.upgrade?.toLowerCase() === 'websocket' &&
      !isForAnotherSite(url, siteUrl) &&
      URL.parse(url, siteUrl)?.pathname === WEBSOCKET_PATH,
    answer: (incoming, socket, head) => {
      const forwardedFor = incoming.headers['x-forwarded-for'];
      const address = clientAddress(
        incoming.socket.remoteAddress,
        Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
        trustProxy,
      );
      void realtime.upgrade(incoming, socket, head, address);
    },
  };
}

import { WebSocket } from 'ws';
import { waitFor } from '#backend-tests/support/wait-for.ts';

type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown };
type Reply = { status: string; response: unknown };

/** A WebSocket to the realtime service without a client library, speaking version 2.0.0. */
export type RawSocket = {
  ws: WebSocket;
  frames: Frame[];
  /** The code of the close frame, once the connection is closed. */
  closed: () => number | undefined;
  send: (joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown) => void;
  /** Sends a frame and returns the payload of its reply. */
  ask: (topic: string, event: string, payload: unknown, joinRef?: string) => Promise<Reply>;
  /** Waits for an event on a topic; returns its payload. */
  hear: (topic: string, event: string) => Promise<unknown>;
};

/** Opens a connection; rejects with the status of the answer. */
export function openRawSocket(
  url: string,
  params: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const query = new URLSearchParams({ vsn: '2.0.0', ...params });
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`, { headers });
  const frames: Frame[] = [];
  let code: number | undefined;
  let lastRef = 0;
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return;
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString());
    frames.push({ joinRef, ref, topic, event, payload });
  });
  ws.on('close', (closeCode) => (code = closeCode));
  const send: RawSocket['send'] = (...frame) => ws.send(JSON.stringify(frame));
  const raw: RawSocket = {
    ws,
    frames,
    closed: () => code,
    send,
    ask: async (topic, event, payload, joinRef = '1') => {
      const ref = `r${(lastRef += 1)}`;
      send(joinRef, ref, topic, event, payload);
      return (await waitFor(() => frames.find((frame) => frame.ref === ref && frame.event === 'phx_reply')))
        .payload as Reply;
    },
    hear: async (topic, event) =>
      (await waitFor(() => frames.find((frame) => frame.topic === topic && frame.event === event))).payload,
  };
  return new Promise((resolve, reject) => {
    ws.on('open', () => resolve(raw));
    ws.on('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(String(response.statusCode)));
    });
    ws.on('error', reject);
  });
}

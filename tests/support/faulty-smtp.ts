import { type AddressInfo, type Socket, createServer } from 'node:net';

/** What the server does once it has a whole message: answers OK, breaks the connection, or says nothing. */
export type AfterData = 'answer' | 'break' | 'hold';

export type FailingSmtp = {
  url: string;
  /** Every message taken in whole, answered or not. */
  taken: () => string[];
  stop: () => Promise<void>;
};

/** A mail server of a few lines that fails after the body, as `smtp-server` cannot. */
export async function openFailingSmtp(decide: (message: string) => AfterData): Promise<FailingSmtp> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let unread = '';
    let isBody = false;
    const read = (): void => {
      const end = isBody ? unread.indexOf('\r\n.\r\n') : unread.indexOf('\r\n');
      if (end < 0) return;
      const part = unread.slice(0, end);
      unread = unread.slice(end + (isBody ? 5 : 2));
      if (isBody) {
        isBody = false;
        taken.push(part);
        const next = decide(part);
        if (next === 'answer') socket.write('250 taken\r\n');
        if (next === 'break') socket.destroy();
      } else if (/^DATA/i.test(part)) {
        isBody = true;
        socket.write('354 go on\r\n');
      } else {
        socket.write(/^QUIT/i.test(part) ? '221 bye\r\n' : '250 fine\r\n');
      }
      read();
    };
    socket.setEncoding('latin1').on('data', (chunk) => {
      unread += String(chunk);
      read();
    });
    socket.write('220 failing.example\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

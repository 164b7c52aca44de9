import { type EntryValues, type ErrorCatalogue, readEntry } from '../http/error-catalogue.ts';

type RealtimeErrorEntry = { status: 400 | 401 | 403 | 404 | 413 | 426 | 429 | 500 | 503; message: string };

/** The errors of the HTTP endpoints of the realtime service. */
const CATALOGUE = {
  invalid_messages: { status: 400, message: 'The request needs messages, each with a topic, an event and a payload' },
  invalid_request: (message: string) => ({ status: 400, message }),
  not_identified: (message: string) => ({ status: 401, message }),
  unauthorized: (topic: string) => ({
    status: 403,
    message: `Unauthorized: You do not have permissions to send on this Channel topic: ${topic}`,
  }),
  signed_in_only: {
    status: 403,
    message: 'Unauthorized: Only signed-in users may broadcast on this project (REALTIME_ANONYMOUS)',
  },
  private_only: { status: 403, message: 'PrivateOnly: This project only allows private channels' },
  not_found: { status: 404, message: 'This endpoint is not offered' },
  not_stored: { status: 400, message: 'Only JSON on private channels is stored' },
  too_large: { status: 413, message: 'The message is too large' },
  body_too_large: (message: string) => ({ status: 413, message }),
  upgrade_required: { status: 426, message: 'This endpoint speaks WebSocket only' },
  too_many_requests: (message: string) => ({ status: 429, message }),
  too_many_messages: { status: 429, message: 'Too many messages' },
  unexpected: { status: 500, message: 'Internal server error' },
  unavailable: { status: 503, message: 'The database is not available' },
} as const satisfies ErrorCatalogue<RealtimeErrorEntry>;

export type RealtimeErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class RealtimeError<Name extends RealtimeErrorName = RealtimeErrorName> extends Error {
  readonly status: RealtimeErrorEntry['status'];

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message } = readEntry<RealtimeErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'RealtimeError';
    this.status = status;
  }
}

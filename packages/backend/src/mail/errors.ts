import { type EntryValues, type ErrorCatalogue, readEntry } from '../http/error-catalogue.ts';

type MailErrorEntry = { status: 400 | 401 | 413 | 429 | 500 | 503; message: string };

/** The errors of EmailJS's wire: one line of text each (protocol.md 5). */
const CATALOGUE = {
  body_not_object: { status: 400, message: 'The request body must be a JSON object' },
  bad_json: (message: string) => ({ status: 400, message }),
  parameter_required: (parameter: string) => ({ status: 400, message: `The ${parameter} parameter is required` }),
  public_key_invalid: { status: 400, message: 'The Public Key is invalid' },
  service_not_found: { status: 400, message: 'The service ID not found' },
  template_not_found: { status: 400, message: 'The template ID not found' },
  template_params_invalid: { status: 400, message: 'The template_params parameter must hold text variables' },
  variable_invalid: (message: string) => ({ status: 400, message }),
  api_key_refused: (message: string) => ({ status: 401, message }),
  variables_too_large: { status: 413, message: 'The variables exceed the limit of 50 kB' },
  too_many_requests: { status: 429, message: 'Too Many Requests' },
  unexpected_failure: { status: 500, message: 'The message could not be accepted' },
  database_unavailable: { status: 503, message: 'The message could not be accepted, please try again' },
} as const satisfies ErrorCatalogue<MailErrorEntry>;

export type MailErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class MailError<Name extends MailErrorName = MailErrorName> extends Error {
  readonly status: MailErrorEntry['status'];

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message } = readEntry<MailErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'MailError';
    this.status = status;
  }
}

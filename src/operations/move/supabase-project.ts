import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** A Supabase project, or another that speaks its wires, with the key of the role service_role. */
export type Project = { url: string; serviceKey: string };
export type ProjectAnswer = { status: number; body: Record<string, unknown> };

type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; headers?: Record<string, string>; body?: Blob | object };

/** The time limit of one request with its body. */
const ANSWER_WITHIN_MS = 120_000;
/** Waits between the attempts of a request that the project rejects for the moment, in milliseconds. */
const PAUSES = [1_000, 3_000, 10_000, 30_000];

/**
 * Sends a request with the service key, again while the project is busy (429 and 5xx), and returns the answer, whatever
 * its status. Throws a ConfigurationError when the project cannot be reached or rejects the key.
 */
export async function callProject(project: Project, call: Call): Promise<ProjectAnswer> {
  for (const pause of [...PAUSES, null]) {
    const answer = await send(project, call);
    if (answer.status === 401 || (answer.status === 403 && call.method === 'GET')) throw rejected(project);
    const isBusy = answer.status === 429 || answer.status >= 500;
    if (!isBusy || pause === null) return answer;
    await sleep(pause);
  }
  throw new Error('not reached');
}

async function send({ url, serviceKey }: Project, { method, path, headers = {}, body }: Call): Promise<ProjectAnswer> {
  const isFile = body instanceof Blob;
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        apikey: serviceKey,
        authorization: `Bearer ${serviceKey}`,
        ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { status: response.status, body: parse(await response.text()) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    throw new ConfigurationError(`The project at ${url} cannot be reached: ${cause?.code ?? message}.`);
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function rejected({ url }: Project): ConfigurationError {
  return new ConfigurationError(
    `The project at ${url} rejects the key in SUPABASE_SERVICE_ROLE_KEY. Take the secret key (service_role) of this project.`,
  );
}

/** Throws a ConfigurationError unless the project answers the service key. */
export async function requireProject(project: Project): Promise<void> {
  const { status } = await callProject(project, { method: 'GET', path: '/auth/v1/admin/users?page=1&per_page=1' });
  if (status === 200) return;
  throw new ConfigurationError(`${project.url} is not the address of a Supabase project (HTTP ${status}).`);
}

export function messageOf({ status, body }: ProjectAnswer): string {
  const said = body['message'] ?? body['msg'] ?? body['error_description'] ?? body['error'];
  return typeof said === 'string' ? `${said} (HTTP ${status})` : `HTTP ${status}`;
}

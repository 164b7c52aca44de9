import { ENQUIRY_FIELDS, type Enquiry, type EnquiryField, type EnquirySign } from '#contract/forms/enquiry.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { readStored } from './browser-storage.ts';
import { type EmailJsConfig, browserSiteConfig } from './site-config.ts';

/** The mail service is not set up: nothing was sent (specification §5). */
export class MailNotConfigured extends Error {}

/** The rate limit of the visitor's address is exceeded: nothing was sent, and the form must offer other ways to reach the firm. */
export class TooManyEnquiries extends Error {}

/** An enquiry, its addressee, and the sign of a robot, if any. */
export type OutgoingEnquiry = { enquiry: Enquiry; toName: string; sign: EnquirySign | null };

/** The parameters of the mail template (specification §7); `check` is set only with a sign of a robot. */
function templateParams({ enquiry, toName, sign }: OutgoingEnquiry): Record<string, string> {
  const fields = (Object.keys(ENQUIRY_FIELDS) as EnquiryField[]).map((field) => {
    return [ENQUIRY_FIELDS[field].variable, enquiry[field].trim()];
  });
  return { ...Object.fromEntries(fields), to_name: toName, ...(sign && { check: sign }) };
}

/** Keys in local storage override the settings in one browser; an empty value counts as missing. */
function withOverrides(defaults: EmailJsConfig): EmailJsConfig {
  return {
    origin: defaults.origin,
    serviceId: readStored('emailjs_service_id') ?? defaults.serviceId,
    templateId: readStored('emailjs_template_id') ?? defaults.templateId,
    publicKey: readStored('emailjs_public_key') ?? defaults.publicKey,
  };
}

const TOO_MANY = 429;

/**
 * Throws unless the answer is EmailJS's to an enquiry that it took. The status is not enough: a proxy, or a network that
 * asks visitors to sign in first, may answer 200 in its place.
 */
function requireTaken({ status, text }: { status: number; text: string }): void {
  if (text !== 'OK') throw new Error(`The mail service answered ${status}: ${text}`);
}

/** The answer, if it comes in time; fetch would wait for many minutes on a connection that died. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const none = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The mail service did not answer.')), REQUEST_TIMEOUT_MS);
  });
  return Promise.race([answer, none]);
}

function requireSettings(config: EmailJsConfig): void {
  if (!config.serviceId || !config.templateId || !config.publicKey) throw new MailNotConfigured();
}

/**
 * In the browser: sends the enquiry through EmailJS's own client, loaded on demand. Where that one cannot be loaded, as in
 * a browser that blocks storage, sends the same request without it.
 * Throws MailNotConfigured before anything is sent, TooManyEnquiries, the client's error, or an error where no answer comes
 * in time, although the enquiry may have arrived.
 */
export async function sendEnquiry(outgoing: OutgoingEnquiry): Promise<void> {
  const config = withOverrides(browserSiteConfig().emailjs);
  requireSettings(config);
  const client = await import('@emailjs/browser').catch(() => null);
  if (!client) return inTime(postEnquiry(outgoing, config, window.location.origin, fetch));
  const { init, send } = client;
  // Only init() takes an address; the one given to send() is ignored (protocol.md 5).
  init({ publicKey: config.publicKey, origin: config.origin || window.location.origin });
  try {
    requireTaken(await inTime(send(config.serviceId, config.templateId, templateParams(outgoing))));
  } catch (reason) {
    throw (reason as { status?: number }).status === TOO_MANY ? new TooManyEnquiries() : reason;
  }
}

/**
 * Sends the same request with the given fetch: on the server, for the form without JavaScript, and where EmailJS's client
 * cannot be loaded.
 * Throws MailNotConfigured, TooManyEnquiries, or an error with the mail service's answer.
 */
export async function postEnquiry(
  outgoing: OutgoingEnquiry,
  config: EmailJsConfig,
  siteUrl: string,
  send: typeof fetch,
): Promise<void> {
  requireSettings(config);
  const response = await send(`${config.origin || siteUrl}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      service_id: config.serviceId,
      template_id: config.templateId,
      user_id: config.publicKey,
      template_params: templateParams(outgoing),
    }),
  });
  if (response.status === TOO_MANY) throw new TooManyEnquiries();
  requireTaken({ status: response.status, text: await response.text() });
}

import type { Page } from 'playwright';
import type { Enquiry } from '#contract/forms/enquiry.ts';
import type { ReceivedMail } from '#backend-tests/support/smtp.ts';
import type { TestApp } from './test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

export type TypedEnquiry = Partial<Enquiry>;

/** Fills in and submits the form of /contact. Does not wait for the answer. */
export async function submitEnquiry(page: Page, typed: TypedEnquiry): Promise<void> {
  for (const [name, text] of Object.entries(typed)) await page.locator(`main form [name=${name}]`).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Waits for the mail of the enquiry that somebody of this name has sent. */
export function enquiryOf(app: TestApp, name: string): Promise<ReceivedMail> {
  return waitFor(() => app.mails().find(({ subject }) => subject.endsWith(`Enquiry from ${name}`)));
}

/** Sends an enquiry as the form does, from the address if one is given; the status of the answer. */
export async function sendTestEnquiry(app: TestApp, message: string, address?: string): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(address && { 'X-Forwarded-For': address }) },
    body: JSON.stringify({
      service_id: app.emailjs.serviceId,
      template_id: app.emailjs.templateId,
      user_id: app.emailjs.publicKey,
      template_params: { from_name: 'Asha', from_email: 'asha@visitor.example', message, to_name: 'Team' },
    }),
  });
  return answer.status;
}

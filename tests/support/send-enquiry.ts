import type { TestApp } from './test-app.ts';

/** Sends an enquiry as the form does, from the address if one is given; the status of the answer. */
export async function sendEnquiry(app: TestApp, message: string, address?: string): Promise<number> {
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

import type { TestHouse } from './house.ts';

/** Sends an enquiry as the form does; the status of the answer. */
export async function sendEnquiry(house: TestHouse, message: string): Promise<number> {
  const answer = await fetch(`${house.url}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      service_id: house.emailjs.serviceId,
      template_id: house.emailjs.templateId,
      user_id: house.emailjs.publicKey,
      template_params: { from_name: 'Asha', from_email: 'asha@visitor.example', message, to_name: 'Team' },
    }),
  });
  return answer.status;
}

import { type FormEvent, useRef, useState } from 'react';
import { type EnquiryErrors, validateEnquiry } from '#contract/forms/enquiry.ts';
import { MailNotConfigured, type OutgoingEnquiry, TooManyEnquiries, sendEnquiry } from '#site/gateway/enquiry.ts';
import { MESSAGES } from '#site/messages.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';
import { readEnquiry, readSign } from './read-enquiry.ts';

/** Its toasts replace each other. */
const FORM = 'enquiry';

type Found = { errors: EnquiryErrors; sendError: ToastMessage | null; isHeldBack: boolean };

/** Idle, sending, idle again; on success the form is cleared (specification §4). `found` is the server's reply. */
export function useSendEnquiry(toName: string, found: Found) {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(found.errors);
  const [sendError, setSendError] = useState(found.sendError);
  const [isHeldBack, setHeldBack] = useState(found.isHeldBack);
  const [isSending, setSending] = useState(false);
  const isHydrated = useIsHydrated();

  const send = async (outgoing: OutgoingEnquiry): Promise<void> => {
    setSending(true);
    setSendError(null);
    setHeldBack(false);
    try {
      await sendEnquiry(outgoing);
      toast(MESSAGES.enquirySent, FORM);
      clear(formRef.current);
    } catch (error) {
      if (error instanceof MailNotConfigured) {
        toast(MESSAGES.mailNotConfigured, FORM);
        return;
      }
      console.error('Failed to send the enquiry:', error);
      toast(MESSAGES.enquiryFailed, FORM);
      setHeldBack(error instanceof TooManyEnquiries);
    } finally {
      setSending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const enquiry = readEnquiry(form);
    const wrong = validateEnquiry(enquiry);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    // The time since the document was opened.
    void send({ enquiry, toName, sign: readSign(form, performance.now()) });
  };

  return { formRef, errors, sendError, isHeldBack, isSending, isHydrated, submit };
}

/** A reset would bring back what the server's reply had in the fields. */
function clear(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('input, textarea') ?? []) field.value = '';
}

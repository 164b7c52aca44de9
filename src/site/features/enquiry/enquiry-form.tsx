import { useState } from 'react';
import { ENQUIRY_FIELDS, type Enquiry, type EnquiryErrors, type EnquiryField } from '#contract/forms/enquiry.ts';
import { ENQUIRY_MESSAGE_ROWS } from '#contract/limits.ts';
import { enquiryForm } from '#site/content/enquiry-form.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { ErrorSummary } from '#site/ui/error-summary.tsx';
import { TextField } from '#site/ui/field.tsx';
import { TextareaField } from '#site/ui/textarea.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import type { ToastMessage } from '#site/ui/toast.ts';
import { Unbroken } from '#site/ui/unbroken.tsx';
import { HeldBack, type WaysToReach } from './held-back.tsx';
import { RobotTrap } from './robot-trap.tsx';
import { useSendEnquiry } from './use-send-enquiry.ts';

const words = enquiryForm;
/** Not by `useId`: the form is an island (islands/registry.ts). */
const FORM_ID = 'enquiry';
const FIELDS = Object.keys(ENQUIRY_FIELDS) as EnquiryField[];

/** The server's reply to a form sent without JavaScript. */
export type EnquiryReply = {
  values: Enquiry;
  errors: EnquiryErrors;
  sendError: ToastMessage | null;
  isHeldBack: boolean;
};

/** Who gets the enquiries: the name that the mail greets, and how else to reach the firm. */
export type Addressee = { toName: string } & WaysToReach;

/** React writes the default value of a text area into it when it takes over, so that is what was typed by then. */
function typedMessage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return (document.getElementById(`${FORM_ID}-message`) as HTMLTextAreaElement | null)?.value;
}

type EnquiryFormProps = { reply: EnquiryReply | undefined; addressee: Addressee };

export function EnquiryForm({ reply, addressee }: EnquiryFormProps) {
  const { formRef, errors, sendError, isHeldBack, isSending, isHydrated, submit } = useSendEnquiry(addressee.toName, {
    errors: reply?.errors ?? {},
    sendError: reply?.sendError ?? null,
    isHeldBack: reply?.isHeldBack ?? false,
  });
  const [written] = useState(() => typedMessage() ?? reply?.values.message);
  const errorOf = (field: EnquiryField) => {
    const found = errors[field];
    if (typeof found === 'object') return words.tooLong(found.tooMany);
    return found && words.fields[field].errors[found];
  };
  const summary = FIELDS.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ fieldId: `${FORM_ID}-${field}`, message }] : [];
  });
  const field = (name: EnquiryField) => ({
    name,
    id: `${FORM_ID}-${name}`,
    label: words.fields[name].label,
    hint: words.fields[name].hint,
    error: errorOf(name),
    ...('isRequired' in ENQUIRY_FIELDS[name] ? { required: true } : { note: words.optional }),
  });
  return (
    <form
      method="post"
      action="/contact"
      className="enquiry-form stack screen-only"
      ref={formRef}
      noValidate
      data-live={isHydrated || undefined}
      onSubmit={submit}
    >
      {sendError && (
        <Notice tone="danger" title={sendError.title} role="alert">
          {sendError.description}
        </Notice>
      )}
      {isHeldBack && <HeldBack {...addressee} />}
      <ErrorSummary title={words.errorSummary} errors={summary} />
      <TextField {...field('name')} type="text" autoComplete="name" defaultValue={reply?.values.name} />
      <div className="enquiry-form__pair stack">
        <TextField {...field('email')} type="email" autoComplete="email" defaultValue={reply?.values.email} />
        <TextField {...field('phone')} type="tel" autoComplete="tel" defaultValue={reply?.values.phone} />
      </div>
      <TextareaField {...field('message')} rows={ENQUIRY_MESSAGE_ROWS} defaultValue={written} />
      <RobotTrap />
      <div className="enquiry-form__foot row">
        <Button type="submit" disabled={isSending}>
          <BusyLabel isBusy={isSending} idle={words.submit} busy={words.sending} />
        </Button>
        <p className="soft">
          <Unbroken text={words.privacy.text} />{' '}
          <RouteLink href={words.privacy.link.href}>{words.privacy.link.label}</RouteLink>
        </p>
      </div>
    </form>
  );
}

import { Toaster } from '#site/ui/toaster.tsx';
import { EnquiryForm, type EnquiryReply } from './enquiry-form.tsx';

/** The enquiry form with the toasts of its answers. */
export function EnquiryIsland({ reply }: { reply: EnquiryReply | undefined }) {
  return (
    <>
      <EnquiryForm reply={reply} />
      <Toaster />
    </>
  );
}

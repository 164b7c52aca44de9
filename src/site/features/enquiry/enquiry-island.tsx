import { Toaster } from '#site/ui/toaster.tsx';
import { type Addressee, EnquiryForm, type EnquiryReply } from './enquiry-form.tsx';

/** The enquiry form with the toasts of its answers. */
export function EnquiryIsland(props: { reply: EnquiryReply | undefined; addressee: Addressee }) {
  return (
    <>
      <EnquiryForm {...props} />
      <Toaster />
    </>
  );
}

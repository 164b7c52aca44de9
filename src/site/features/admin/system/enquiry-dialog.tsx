import { system } from '#site/content/system.ts';
import { readWaitingEnquiry } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { QueryList } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const words = system.mail;

/** The text of an undelivered enquiry; `id` is null while the dialog is closed. */
export function EnquiryDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title={words.enquiry} closeLabel={words.close}>
      {id !== null && <Enquiry id={id} />}
    </Dialog>
  );
}

function Enquiry({ id }: { id: string }) {
  // Not kept: the text belongs to the visitor and leaves the site when it is delivered.
  const query = useAdminQuery([...QUERY_KEYS.adminEnquiry, id], (client) => readWaitingEnquiry(client, id), {
    gcTime: 0,
  });
  return (
    <QueryList
      query={query}
      words={{ loading: words.readLoading, failed: words.readFailed }}
      errorRole="alert"
      isEmpty={() => false}
      empty={null}
    >
      {({ subject, reply_to: replyTo, text }) => (
        <div className="enquiry">
          <p className="enquiry__subject">{subject}</p>
          {replyTo && <a href={`mailto:${replyTo}`}>{words.replyTo(replyTo)}</a>}
          <p className="enquiry__text">{text}</p>
        </div>
      )}
    </QueryList>
  );
}

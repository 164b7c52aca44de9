import { useId } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { users } from '#site/content/users.ts';
import { browserClient } from '#site/gateway/client.ts';
import { readRequireMfa, writeRequireMfa } from '#site/gateway/users.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { toast } from '#site/ui/toast.ts';

const words = users.policy;
const QUERY_KEY = ['admin-require-mfa'];
/** Row-level security lets only who has passed a second step require it of all. */
const REFUSED = '42501';

/** Whether a second step is required of every administrator. */
export function MfaPolicy() {
  const headingId = useId();
  const queryClient = useQueryClient();
  const { data: isRequired } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => readRequireMfa(await browserClient()),
    ...{ staleTime: 0, networkMode: 'always' as const },
  });
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async (wanted: boolean) => writeRequireMfa(await browserClient(), wanted),
    onSuccess: (_, wanted) => toast(wanted ? users.messages.policyOn : users.messages.policyOff),
    onError: (error) => {
      console.error(`${users.messages.policyFailed.description}:`, error);
      const isRejected = (error as { code?: string }).code === REFUSED;
      toast(isRejected ? { ...users.messages.policyFailed, description: words.needsOwn } : users.messages.policyFailed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  if (isRequired === undefined) return null;
  const change = (wanted: boolean): void => {
    if (!isPending && (!wanted || window.confirm(words.question))) mutate(wanted);
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <Checkbox
        label={words.label}
        checked={isRequired}
        aria-disabled={isPending}
        onChange={(event) => change(event.target.checked)}
      />
      <p className="soft">{isRequired ? words.on : words.off}</p>
    </section>
  );
}

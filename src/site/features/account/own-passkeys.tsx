import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatLocalDate } from '#contract/date.ts';
import { passkeys as words } from '#site/content/passkeys.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import {
  addPasskey,
  browserHasPasskeys,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '#site/gateway/passkeys.ts';
import { readSignInOptions } from '#site/gateway/sign-in-options.ts';
import type { AccountAnswer } from '#site/gateway/account.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { ALWAYS_FRESH, QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton, BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { SubmitButton, typedIn } from './fields.tsx';
import { useMfaCall } from './use-mfa-call.ts';

/**
 * The passkeys of the signed-in person, to add, name and remove; nothing where browser or service have none. Where the
 * service offers none any more (its address has changed), those of before are listed, to be removed.
 */
export function OwnPasskeys() {
  const { data } = useQuery({
    ...ALWAYS_FRESH,
    queryKey: QUERY_KEYS.passkeys,
    queryFn: async () => {
      const [passkeys, options] = await Promise.all([listPasskeys(await browserClient()), readSignInOptions()]);
      return { passkeys: passkeys ?? [], isOffered: options.isPasskeyOffered };
    },
    enabled: browserHasPasskeys(),
  });
  return data && (data.isOffered || data.passkeys.length > 0) ? <PasskeyList {...data} /> : null;
}

type PasskeyListProps = { passkeys: readonly Passkey[]; isOffered: boolean };

function PasskeyList({ passkeys, isOffered }: PasskeyListProps) {
  const queryClient = useQueryClient();
  const [namedId, setNamedId] = useState<string | null>(null);
  const { isBusy, error, run } = useMfaCall();
  const addButton = useRef<HTMLButtonElement>(null);
  const change = async (work: (client: DataClient) => Promise<AccountAnswer>): Promise<boolean> => {
    const isDone = await run(work);
    await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.passkeys });
    return isDone;
  };
  const add = async (): Promise<void> => {
    let id: string | null = null;
    const isAdded = await change(async (client) => {
      const answer = await addPasskey(client);
      id = answer.id;
      return answer;
    });
    if (!isAdded) return;
    toast(ACCOUNT_MESSAGES.passkeyAdded);
    setNamedId(id);
  };
  const remove = async ({ id, name }: Passkey): Promise<void> => {
    if (isBusy || !window.confirm(words.removeQuestion(name || words.unnamed))) return;
    if (!(await change((client) => removePasskey(client, id)))) return;
    toast(ACCOUNT_MESSAGES.passkeyRemoved);
    addButton.current?.focus();
  };
  return (
    <div className="own-sign-in__codes stack">
      <h3>{words.heading}</h3>
      <p className="soft">{words.text}</p>
      {passkeys.length > 0 && (
        <ul className="own-sign-in__apps">
          {passkeys.map((passkey) =>
            passkey.id === namedId ? (
              <li key={passkey.id} className="row row--apart">
                <NameForm
                  name={passkey.name}
                  isBusy={isBusy}
                  onSave={async (name) => {
                    if (!(await change((client) => renamePasskey(client, passkey.id, name)))) return;
                    setNamedId(null);
                    addButton.current?.focus();
                  }}
                  onCancel={() => setNamedId(null)}
                />
              </li>
            ) : (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isBusy={isBusy}
                onRename={() => isBusy || setNamedId(passkey.id)}
                onRemove={() => void remove(passkey)}
              />
            ),
          )}
        </ul>
      )}
      {error && <Notice tone="danger" role="alert" text={error} />}
      {isOffered && (
        <BusyButton
          variant="line"
          size="small"
          ref={addButton}
          onClick={() => void add()}
          isBusy={isBusy}
          idle={words.add}
          busy={words.adding}
        />
      )}
    </div>
  );
}

type PasskeyRowProps = { passkey: Passkey; isBusy: boolean; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, isBusy, onRename, onRemove }: PasskeyRowProps) {
  const name = passkey.name || words.unnamed;
  const { createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt ? `, ${words.lastUsed(formatLocalDate(lastUsedAt))}` : '';
  return (
    <li className="row row--apart">
      <span>
        <strong>{name}</strong> <span className="soft">{words.since(formatLocalDate(createdAt)) + used}</span>
      </span>
      <span className="row">
        <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={onRename}>
          <span>
            {words.rename} <span className="sr-only">{name}</span>
          </span>
        </Button>
        <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={onRemove}>
          <span>
            <BusyLabel isBusy={isBusy} idle={words.remove} busy={words.removing} />{' '}
            <span className="sr-only">{name}</span>
          </span>
        </Button>
      </span>
    </li>
  );
}

type NameFormProps = {
  name: string;
  isBusy: boolean;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
};

function NameForm({ name, isBusy, onSave, onCancel }: NameFormProps) {
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = typedIn(event.currentTarget, 'passkey-name').trim();
    setError(typed ? undefined : words.nameMissing);
    if (typed) void onSave(typed);
  };
  return (
    <form className="account__form" noValidate ref={form} onSubmit={submit}>
      <TextField
        name="passkey-name"
        label={words.name}
        hint={words.nameHint}
        error={error}
        required
        defaultValue={name}
        maxLength={60}
        autoComplete="off"
      />
      <div className="account__actions row">
        <SubmitButton size="small" isBusy={isBusy} idle={words.save} busy={words.saving} />
        <Button variant="quiet" size="small" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

import { type FormEvent, useId, useRef, useState } from 'react';
import { printable } from '#contract/words/fields.ts';
import { listLeaders } from '#site/content/team.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { deleteProfile, type Profile, saveProfile } from '#site/gateway/profiles.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { useUserId } from '../live/live-provider.tsx';
import { useProfiles } from '../names.ts';
import { useAdminMutation } from '../queries.ts';

const words = users.ownName;
/** As the database has them (migration 20261124000060). */
const MAX_LENGTH = 80;
const CHECK_VIOLATION = '23514';

const ADDRESS = '';
/** Not an id of a person: those have no underscore. */
const OTHER = 'other_name';

/** The name by which the dashboard shows the signed-in person: one of the firm's people, or another. */
export function OwnName() {
  const headingId = useId();
  const userId = useUserId();
  const profiles = useProfiles();
  if (!profiles) return null;
  const own = profiles.find(({ user_id }) => user_id === userId);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <OwnNameForm userId={userId} own={own} />
    </section>
  );
}

function OwnNameForm({ userId, own }: { userId: string; own: Profile | undefined }) {
  // What is stored is shown until something is chosen or typed, and again when that is saved.
  const [draft, setDraft] = useState<{ choice: string; name: string } | null>(null);
  const { choice, name } = draft ?? { choice: own?.person ?? (own ? OTHER : ADDRESS), name: own?.name ?? '' };
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useAdminMutation({
    write: (client: DataClient, profile: Profile | null) =>
      profile ? saveProfile(client, profile) : deleteProfile(client, userId),
    stale: [QUERY_KEYS.adminProfiles],
    failed: DASHBOARD_MESSAGES.saveNameFailed,
    onDone: (_, __, tell) => tell(DASHBOARD_MESSAGES.nameSaved),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const typed = printable(name).trim();
    const isMissing = choice === OTHER && typed === '';
    setEmpty(isMissing);
    if (isMissing) return input.current?.focus();
    const named = choice === OTHER ? { name: typed, person: null } : { name: null, person: choice };
    mutate(choice === ADDRESS ? null : { user_id: userId, ...named }, {
      onSuccess: () => setDraft((now) => (now === draft ? null : now)),
    });
  };
  const isRefused = (error as { code?: string } | null)?.code === CHECK_VIOLATION;
  const nameError = isEmpty ? words.errors.empty : isRefused ? words.errors.refused : undefined;
  return (
    <form className="short-form stack" noValidate onSubmit={submit}>
      <p className="soft">{words.text}</p>
      <SelectField
        name="own-name-choice"
        label={words.choice}
        value={choice}
        onChange={(event) => setDraft({ choice: event.target.value, name })}
      >
        <option value={ADDRESS}>{words.address}</option>
        <Options of={listLeaders().map((leader) => [leader.id, leader.name])} />
        <option value={OTHER}>{words.other}</option>
      </SelectField>
      {choice === OTHER && (
        <TextField
          name="own-name"
          label={words.name}
          error={nameError}
          required
          ref={input}
          value={name}
          onChange={(event) => setDraft({ choice, name: event.target.value })}
          maxLength={MAX_LENGTH}
          autoComplete="name"
          autoCapitalize="words"
        />
      )}
      <div>
        <BusyButton type="submit" size="small" isBusy={isPending} idle={words.submit} busy={words.busy} />
      </div>
    </form>
  );
}

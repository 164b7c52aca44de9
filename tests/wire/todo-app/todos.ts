import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';

/**
 * A to-do application as one would write it for a hosted Supabase project: it knows its tables, functions and buckets
 * (`supabase/migrations`), and no backend but `@supabase/supabase-js`. Every function throws the error of the client.
 */
export type Todo = {
  id: number;
  list_id: string;
  task: string;
  priority: 'low' | 'normal' | 'high';
  tags: string[];
  due: string | null;
  is_complete: boolean;
};

export function createTodoApp(supabase: SupabaseClient) {
  const userId = async () => {
    const { data, error } = await supabase.auth.getUser();
    if (error) throw error;
    return data.user.id;
  };
  return {
    profile: async () => {
      const query = supabase.from('profiles').select('id, username, full_name, avatar_url, updated_at');
      return (
        await query
          .eq('id', await userId())
          .single()
          .throwOnError()
      ).data;
    },
    changeProfile: async (changes: { username?: string; avatar_url?: string }) => {
      await supabase
        .from('profiles')
        .update(changes)
        .eq('id', await userId())
        .throwOnError();
    },
    createList: async (title: string) => {
      const { data } = await supabase
        .from('lists')
        .insert({ title })
        .select('id, title, share_code')
        .single()
        .throwOnError();
      return data;
    },
    joinList: async (code: string) => {
      return (await supabase.rpc('join_list', { code }).throwOnError()).data as { id: string; title: string };
    },
    /** The lists with the names of their owners, how many to-dos they have, and the three that are due first. */
    lists: async () => {
      const { data } = await supabase
        .from('lists')
        .select('title, owner:profiles!lists_owner_fkey(full_name), todos(count), next:todos(task, due)')
        .order('due', { referencedTable: 'next', nullsFirst: false })
        .limit(3, { referencedTable: 'next' })
        .order('title')
        .throwOnError();
      return data;
    },
    members: async (list: string) => {
      const query = supabase.from('list_members').select('joined_at, ...profiles(full_name)').eq('list_id', list);
      return (await query.throwOnError()).data;
    },
    addTodos: async (list: string, tasks: string[], priority?: Todo['priority']) => {
      const { data } = await supabase.rpc('add_todos', { list, tasks, priority }).order('id').throwOnError();
      return data as Todo[];
    },
    addStep: async (parent: Todo, task: string) => {
      const row = { list_id: parent.list_id, parent_id: parent.id, task };
      return (await supabase.from('todos').insert(row).select().single().throwOnError()).data as Todo;
    },
    steps: async (list: string) => {
      const query = supabase.from('todos').select('task, steps:todos!parent_id(task)').eq('list_id', list);
      return (await query.is('parent_id', null).order('id').throwOnError()).data;
    },
    changeTodo: async (id: number, changes: Partial<Todo>) => {
      const { data } = await supabase.from('todos').update(changes).eq('id', id).select().single().throwOnError();
      return data as Todo;
    },
    overdue: async (list: string) => {
      const { data } = await supabase
        .from('todos')
        .select('task, is_overdue, assignee(full_name)')
        .eq('list_id', list)
        .eq('is_overdue', true)
        .throwOnError();
      return data;
    },
    open: async (list: string, tag: string) => {
      const tagged = supabase.from('todos').select('id').eq('list_id', list).contains('tags', [tag]);
      const ids = (await tagged.throwOnError()).data.map(({ id }) => id as number);
      const query = supabase.from('open_todos').select('task, priority', { count: 'exact' }).in('id', ids);
      const { data, count } = await query.order('priority', { ascending: false }).throwOnError();
      return { todos: data, count };
    },
    progress: async (list: string) => {
      return (await supabase.rpc('list_progress', { list }, { get: true }).single().throwOnError()).data;
    },
    clearCompleted: async (list: string) => {
      await supabase.rpc('clear_completed', { list }).throwOnError();
    },
    deleteList: async (id: string) => {
      await supabase.from('lists').delete().eq('id', id).throwOnError();
    },
    uploadAvatar: async (picture: Blob) => {
      const path = `${await userId()}/avatar.png`;
      const avatars = supabase.storage.from('avatars');
      const { error } = await avatars.upload(path, picture, { upsert: true, contentType: 'image/png' });
      if (error) throw error;
      return avatars.getPublicUrl(path).data.publicUrl;
    },
    attach: async (list: string, name: string, text: string) => {
      const attachments = supabase.storage.from('attachments');
      const { error } = await attachments.upload(`${list}/${name}`, text);
      if (error) throw error;
      const link = await attachments.createSignedUrl(`${list}/${name}`, 60);
      if (link.error) throw link.error;
      return link.data.signedUrl;
    },
    attachments: async (list: string) => {
      const { data, error } = await supabase.storage.from('attachments').list(list);
      if (error) throw error;
      return data.map(({ name }) => name);
    },
    /** Calls back for each change of a to-do of the list. Deletions cannot be filtered: they say no more than the id. */
    watch: (list: string, onChange: (event: string, todo: Partial<Todo>) => void) => {
      const changed = { schema: 'public', table: 'todos', filter: `list_id=eq.${list}` };
      const channel = supabase
        .channel(`todos of ${list}`)
        .on('postgres_changes', { event: 'INSERT', ...changed }, ({ new: row }) => onChange('INSERT', row))
        .on('postgres_changes', { event: 'UPDATE', ...changed }, ({ new: row }) => onChange('UPDATE', row))
        .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'todos' }, ({ old }) =>
          onChange('DELETE', old),
        );
      return subscribed(channel, 'system');
    },
    /** Shows who else has the list open, and what members tell each other. */
    openList: async (list: string, name: string, heard: (event: string, payload: unknown) => void) => {
      await supabase.realtime.setAuth();
      const channel = supabase
        .channel(`list:${list}`, { config: { private: true, presence: { key: name } } })
        .on('broadcast', { event: '*' }, ({ event, payload }) => heard(event, payload))
        .on('presence', { event: 'sync' }, () => heard('present', Object.keys(channel.presenceState()).toSorted()));
      await subscribed(channel);
      await channel.track({ since: new Date().toISOString() });
      return channel;
    },
    closeList: async (channel: RealtimeChannel) => {
      await channel.unsubscribe();
    },
  };
}

export type TodoApp = ReturnType<typeof createTodoApp>;

/** Subscribes; with `system` also waits for the message that changes are being sent. */
function subscribed(channel: RealtimeChannel, after?: 'system'): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    if (after) channel.on('system', {}, ({ status }: { status: string }) => status === 'ok' && resolve(channel));
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED' && !after) resolve(channel);
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status));
    });
  });
}

import type { Database, Json } from '#contract/database.types.ts';
import type { PostStatus } from '#contract/post-status.ts';

type Public = Database['public'];
type Tables = Public['Tables'];
type Views = Public['Views'];

/** A table or view with more exact types for some of its columns. */
type WithColumns<Relation extends { Row: object }, Columns> = Omit<Relation, 'Row'> & {
  Row: Omit<Relation['Row'], keyof Columns> & Columns;
};

/** The generated types report every column of a view as nullable; only those in `Nullable` can be null. */
type ViewColumns<View extends { Row: object }, Nullable extends keyof View['Row']> = {
  [Column in keyof View['Row']]: Column extends Nullable ? View['Row'][Column] : NonNullable<View['Row'][Column]>;
};

/** `invited`: no password is set yet; `unconfirmed`: the address is not confirmed. */
type AccountState = 'confirmed' | 'invited' | 'unconfirmed';

/** How the address of an account was verified (`confirmed_by` in its `app_metadata`). */
type ConfirmedBy =
  | 'sign_up_mail'
  | 'invitation'
  | 'recovery_mail'
  | 'email_change_mail'
  | 'operator'
  | 'provider'
  | 'not_asked';

type PostRow = Omit<Tables['blog_posts']['Row'], 'status'> & { status: PostStatus };

/** The columns of a post that an editor writes. A revision holds exactly these. */
export type PostFields = Pick<
  PostRow,
  | 'title'
  | 'slug'
  | 'excerpt'
  | 'content'
  | 'status'
  | 'category_id'
  | 'meta_title'
  | 'meta_description'
  | 'meta_keywords'
  | 'featured_image_url'
  | 'published_at'
  | 'author'
  | 'reviewer'
  | 'law_as_of'
>;

/**
 * The generated types, narrowed where the migrations promise more than PostgreSQL's catalogue says: check constraints,
 * the JSON that a trigger writes, and columns of views that are never null. The only place for such knowledge.
 */
export type SiteDatabase = {
  public: Omit<Public, 'Tables' | 'Views'> & {
    Tables: Omit<Tables, 'blog_posts' | 'post_drafts' | 'post_reviews' | 'post_revisions'> & {
      blog_posts: WithColumns<Tables['blog_posts'], { status: PostStatus }>;
      post_drafts: WithColumns<Tables['post_drafts'], { fields: Record<string, Json> }>;
      post_reviews: WithColumns<Tables['post_reviews'], { state: 'waiting' | 'returned' }>;
      post_revisions: WithColumns<Tables['post_revisions'], { post: PostFields }>;
    };
    Views: Omit<Views, 'accounts' | 'undelivered_mail'> & {
      accounts: WithColumns<
        Views['accounts'],
        Omit<
          ViewColumns<Views['accounts'], 'confirmed_at' | 'confirmed_by' | 'email' | 'invited_at' | 'last_sign_in_at'>,
          'confirmed_by' | 'state'
        > & { confirmed_by: ConfirmedBy | null; state: AccountState }
      >;
      undelivered_mail: WithColumns<
        Views['undelivered_mail'],
        ViewColumns<Views['undelivered_mail'], 'filed_at' | 'given_up_at' | 'last_error' | 'refused_at'>
      >;
    };
  };
};

type Relations = SiteDatabase['public']['Tables'] & SiteDatabase['public']['Views'];

export type Row<Name extends keyof Relations> = Relations[Name]['Row'];

// Generated from the migrated database by scripts/generate-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      activity: {
        Row: {
          actor_email: string | null;
          actor_id: string | null;
          happened_at: string;
          id: number;
          subject: string;
          subject_id: string;
          title: string;
          verb: string;
        };
        Insert: {
          actor_email?: string | null;
          actor_id?: string | null;
          happened_at?: string;
          id?: number;
          subject: string;
          subject_id: string;
          title: string;
          verb: string;
        };
        Update: Partial<Database['public']['Tables']['activity']['Insert']>;
        Relationships: [];
      };
      address_redirects: {
        Row: {
          created_at: string;
          path: string;
          post_id: string;
        };
        Insert: {
          created_at?: string;
          path: string;
          post_id: string;
        };
        Update: Partial<Database['public']['Tables']['address_redirects']['Insert']>;
        Relationships: [];
      };
      admin_users: {
        Row: {
          created_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          user_id: string;
        };
        Update: Partial<Database['public']['Tables']['admin_users']['Insert']>;
        Relationships: [];
      };
      blog_posts: {
        Row: {
          author: string | null;
          author_id: string | null;
          card_excerpt: string;
          category_id: string | null;
          content: string;
          created_at: string;
          excerpt: string | null;
          featured_image_url: string | null;
          id: string;
          law_as_of: string | null;
          meta_description: string | null;
          meta_keywords: string | null;
          meta_title: string | null;
          published_at: string | null;
          reading_minutes: number;
          reviewer: string | null;
          save_options: Json | null;
          search: string;
          slug: string;
          status: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          author?: string | null;
          author_id?: string | null;
          card_excerpt?: never;
          category_id?: string | null;
          content: string;
          created_at?: string;
          excerpt?: string | null;
          featured_image_url?: string | null;
          id?: string;
          law_as_of?: string | null;
          meta_description?: string | null;
          meta_keywords?: string | null;
          meta_title?: string | null;
          published_at?: string | null;
          reading_minutes?: never;
          reviewer?: string | null;
          save_options?: Json | null;
          search?: never;
          slug: string;
          status?: string;
          title: string;
          updated_at?: string;
        };
        Update: Partial<Database['public']['Tables']['blog_posts']['Insert']>;
        Relationships: [
          {
            foreignKeyName: 'blog_posts_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      categories: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          name: string;
          slug: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          name: string;
          slug: string;
          updated_at?: string;
        };
        Update: Partial<Database['public']['Tables']['categories']['Insert']>;
        Relationships: [];
      };
      deleted_items: {
        Row: {
          deleted_at: string;
          deleted_by: string | null;
          deleted_by_email: string | null;
          id: number;
          item: Json;
          name: string;
          posts: string[];
          restored_at: string | null;
          row_id: string;
          table_name: string;
        };
        Insert: {
          deleted_at?: string;
          deleted_by?: string | null;
          deleted_by_email?: string | null;
          id?: number;
          item: Json;
          name: string;
          posts?: string[];
          restored_at?: string | null;
          row_id: string;
          table_name: string;
        };
        Update: Partial<Database['public']['Tables']['deleted_items']['Insert']>;
        Relationships: [];
      };
      post_comments: {
        Row: {
          answers: string | null;
          author_email: string | null;
          author_id: string | null;
          block: number | null;
          created_at: string;
          id: string;
          post_id: string;
          quote: string;
          resolved_at: string | null;
          text: string;
        };
        Insert: {
          answers?: string | null;
          author_email?: string | null;
          author_id?: string | null;
          block?: number | null;
          created_at?: string;
          id?: string;
          post_id: string;
          quote?: string;
          resolved_at?: string | null;
          text: string;
        };
        Update: Partial<Database['public']['Tables']['post_comments']['Insert']>;
        Relationships: [
          {
            foreignKeyName: 'post_comments_answers_fkey';
            columns: ['answers'];
            isOneToOne: false;
            referencedRelation: 'post_comments';
            referencedColumns: ['id'];
          },
        ];
      };
      post_drafts: {
        Row: {
          base: string;
          fields: Json;
          post_id: string;
          publish_at: string | null;
          saved_at: string;
          saved_by: string | null;
          saved_by_email: string | null;
          version: string;
        };
        Insert: {
          base: string;
          fields: Json;
          post_id: string;
          publish_at?: string | null;
          saved_at?: string;
          saved_by?: string | null;
          saved_by_email?: string | null;
          version: string;
        };
        Update: Partial<Database['public']['Tables']['post_drafts']['Insert']>;
        Relationships: [];
      };
      post_presence: {
        Row: {
          post_id: string;
          seen_at: string;
          user_email: string | null;
          user_id: string;
        };
        Insert: {
          post_id: string;
          seen_at?: string;
          user_email?: string | null;
          user_id?: string;
        };
        Update: Partial<Database['public']['Tables']['post_presence']['Insert']>;
        Relationships: [
          {
            foreignKeyName: 'post_presence_post_id_fkey';
            columns: ['post_id'];
            isOneToOne: false;
            referencedRelation: 'blog_posts';
            referencedColumns: ['id'];
          },
        ];
      };
      post_previews: {
        Row: {
          created_at: string;
          expires_at: string;
          post_id: string;
          token_hash: string;
        };
        Insert: {
          created_at?: string;
          expires_at?: string;
          post_id: string;
          token_hash: string;
        };
        Update: Partial<Database['public']['Tables']['post_previews']['Insert']>;
        Relationships: [];
      };
      post_redirects: {
        Row: {
          created_at: string;
          old_slug: string;
          post_id: string;
        };
        Insert: {
          created_at?: string;
          old_slug: string;
          post_id: string;
        };
        Update: Partial<Database['public']['Tables']['post_redirects']['Insert']>;
        Relationships: [];
      };
      post_reviews: {
        Row: {
          asked_at: string;
          decided_at: string | null;
          decided_by: string | null;
          note: string | null;
          post_id: string;
          state: string;
        };
        Insert: {
          asked_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          note?: string | null;
          post_id: string;
          state?: string;
        };
        Update: Partial<Database['public']['Tables']['post_reviews']['Insert']>;
        Relationships: [];
      };
      post_revisions: {
        Row: {
          id: number;
          is_autosave: boolean;
          post: Json;
          post_id: string;
          saved_at: string;
          saved_by: string | null;
          saved_by_email: string | null;
          saved_from: string | null;
          started_at: string;
        };
        Insert: {
          id?: number;
          is_autosave?: boolean;
          post: Json;
          post_id: string;
          saved_at?: string;
          saved_by?: string | null;
          saved_by_email?: string | null;
          saved_from?: string | null;
          started_at?: string;
        };
        Update: Partial<Database['public']['Tables']['post_revisions']['Insert']>;
        Relationships: [];
      };
      post_totals: {
        Row: {
          category_id: string;
          published: number;
        };
        Insert: {
          category_id: string;
          published: number;
        };
        Update: Partial<Database['public']['Tables']['post_totals']['Insert']>;
        Relationships: [];
      };
      profiles: {
        Row: {
          name: string | null;
          person: string | null;
          user_id: string;
        };
        Insert: {
          name?: string | null;
          person?: string | null;
          user_id: string;
        };
        Update: Partial<Database['public']['Tables']['profiles']['Insert']>;
        Relationships: [];
      };
      site_settings: {
        Row: {
          id: boolean;
          require_mfa: boolean;
        };
        Insert: {
          id?: boolean;
          require_mfa?: boolean;
        };
        Update: Partial<Database['public']['Tables']['site_settings']['Insert']>;
        Relationships: [];
      };
      site_words: {
        Row: {
          created_at: string;
          id: string;
          page: string;
          save_options: Json | null;
          updated_at: string;
          words: Json;
        };
        Insert: {
          created_at?: string;
          id?: string;
          page: string;
          save_options?: Json | null;
          updated_at?: string;
          words?: Json;
        };
        Update: Partial<Database['public']['Tables']['site_words']['Insert']>;
        Relationships: [];
      };
      testimonials: {
        Row: {
          company: string;
          created_at: string;
          id: string;
          is_featured: boolean;
          name: string;
          rating: number;
          testimonial: string;
          updated_at: string;
        };
        Insert: {
          company: string;
          created_at?: string;
          id?: string;
          is_featured?: boolean;
          name: string;
          rating?: number;
          testimonial: string;
          updated_at?: string;
        };
        Update: Partial<Database['public']['Tables']['testimonials']['Insert']>;
        Relationships: [];
      };
      view_counts: {
        Row: {
          count: number;
          day: string;
          kind: string;
          name: string;
        };
        Insert: {
          count: number;
          day: string;
          kind: string;
          name: string;
        };
        Update: Partial<Database['public']['Tables']['view_counts']['Insert']>;
        Relationships: [];
      };
      writers: {
        Row: {
          created_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          user_id: string;
        };
        Update: Partial<Database['public']['Tables']['writers']['Insert']>;
        Relationships: [];
      };
    };
    Views: {
      accounts: {
        Row: {
          can_sign_in: boolean | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          created_at: string | null;
          email: string | null;
          has_mfa: boolean | null;
          id: string | null;
          invited_at: string | null;
          is_admin: boolean | null;
          is_banned: boolean | null;
          is_writer: boolean | null;
          last_sign_in_at: string | null;
          state: string | null;
        };
        Relationships: [];
      };
      post_counts: {
        Row: {
          category_id: string | null;
          posts: number | null;
        };
        Relationships: [];
      };
      undelivered_mail: {
        Row: {
          attempts: number | null;
          created_at: string | null;
          filed_at: string | null;
          given_up_at: string | null;
          id: string | null;
          kind: string | null;
          last_error: string | null;
          next_attempt_at: string | null;
          recipient: string | null;
          refused_at: string | null;
        };
        Relationships: [];
      };
      usable_accounts: {
        Row: {
          id: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      caller_email: { Args: never; Returns: string };
      create_post_preview: { Args: { post: string }; Returns: Json };
      delete_account: { Args: { account: string }; Returns: Json };
      export_account: { Args: { account: string }; Returns: Json };
      is_admin: { Args: never; Returns: boolean };
      is_published: { Args: { status: string; published_at: string }; Returns: boolean };
      is_restorable: { Args: { deleted_at: string }; Returns: boolean };
      is_writer: { Args: never; Returns: boolean };
      owns_draft: { Args: { post: string }; Returns: boolean };
      post_views: { Args: { since: string }; Returns: Json };
      publish_due_words: { Args: never; Returns: undefined };
      purge_deleted_items: { Args: never; Returns: undefined };
      read_post_preview: { Args: { token: string }; Returns: Json };
      read_words_preview: { Args: { token: string }; Returns: Json };
      recount_posts: { Args: never; Returns: undefined };
      view_report: { Args: { since: string }; Returns: Json };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

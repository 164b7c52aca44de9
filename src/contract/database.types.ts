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
        Update: {
          actor_email?: string | null;
          actor_id?: string | null;
          happened_at?: string;
          id?: number;
          subject?: string;
          subject_id?: string;
          title?: string;
          verb?: string;
        };
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
        Update: {
          created_at?: string;
          path?: string;
          post_id?: string;
        };
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
        Update: {
          created_at?: string;
          user_id?: string;
        };
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
        Update: {
          author?: string | null;
          author_id?: string | null;
          card_excerpt?: never;
          category_id?: string | null;
          content?: string;
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
          slug?: string;
          status?: string;
          title?: string;
          updated_at?: string;
        };
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
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          name?: string;
          slug?: string;
          updated_at?: string;
        };
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
        Update: {
          deleted_at?: string;
          deleted_by?: string | null;
          deleted_by_email?: string | null;
          id?: number;
          item?: Json;
          name?: string;
          posts?: string[];
          restored_at?: string | null;
          row_id?: string;
          table_name?: string;
        };
        Relationships: [];
      };
      post_drafts: {
        Row: {
          base: string;
          fields: Json;
          post_id: string;
          saved_at: string;
          saved_by: string | null;
          saved_by_email: string | null;
          version: string;
        };
        Insert: {
          base: string;
          fields: Json;
          post_id: string;
          saved_at?: string;
          saved_by?: string | null;
          saved_by_email?: string | null;
          version: string;
        };
        Update: {
          base?: string;
          fields?: Json;
          post_id?: string;
          saved_at?: string;
          saved_by?: string | null;
          saved_by_email?: string | null;
          version?: string;
        };
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
        Update: {
          post_id?: string;
          seen_at?: string;
          user_email?: string | null;
          user_id?: string;
        };
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
        Update: {
          created_at?: string;
          old_slug?: string;
          post_id?: string;
        };
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
        Update: {
          id?: number;
          is_autosave?: boolean;
          post?: Json;
          post_id?: string;
          saved_at?: string;
          saved_by?: string | null;
          saved_by_email?: string | null;
          saved_from?: string | null;
          started_at?: string;
        };
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
        Update: {
          category_id?: string;
          published?: number;
        };
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
        Update: {
          id?: boolean;
          require_mfa?: boolean;
        };
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
        Update: {
          company?: string;
          created_at?: string;
          id?: string;
          is_featured?: boolean;
          name?: string;
          rating?: number;
          testimonial?: string;
          updated_at?: string;
        };
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
      delete_account: { Args: { account: string }; Returns: Json };
      export_account: { Args: { account: string }; Returns: Json };
      is_admin: { Args: never; Returns: boolean };
      is_published: { Args: { status: string; published_at: string }; Returns: boolean };
      is_restorable: { Args: { deleted_at: string }; Returns: boolean };
      purge_deleted_items: { Args: never; Returns: undefined };
      recount_posts: { Args: never; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

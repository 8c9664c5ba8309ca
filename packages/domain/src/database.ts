// Written by `npm run generate:types` from the migrations; a test holds it to them.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** The schema `public` as supabase-js takes it: `createClient<Database>()`. Rows are what the REST service sends. */
export type Database = {
  public: {
    Tables: {
      bkk_airline_news: {
        Row: {
          created_at: string;
          excerpt: string;
          id: string;
          is_public: boolean;
          title: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_public?: boolean;
          title: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_public?: boolean;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      bkk_airlines: {
        Row: { code: string; name_en: string; name_th: string };
        Insert: { code: string; name_en: string; name_th: string };
        Update: { code?: string; name_en?: string; name_th?: string };
        Relationships: [];
      };
      bkk_airports: {
        Row: {
          city_en: string;
          city_th: string;
          code: string;
          country: string;
          name_en: string;
          name_th: string;
          time_zone: string;
        };
        Insert: {
          city_en: string;
          city_th: string;
          code: string;
          country: string;
          name_en: string;
          name_th: string;
          time_zone: string;
        };
        Update: {
          city_en?: string;
          city_th?: string;
          code?: string;
          country?: string;
          name_en?: string;
          name_th?: string;
          time_zone?: string;
        };
        Relationships: [];
      };
      bkk_change_log: {
        Row: {
          actor_email: string | null;
          actor_id: string | null;
          actor_role: string | null;
          after: Json | null;
          before: Json | null;
          changed_at: string;
          id: number;
          operation: string;
          row_id: string;
          table_name: string;
        };
        Insert: {
          actor_email?: string | null;
          actor_id?: string | null;
          actor_role?: string | null;
          after?: Json | null;
          before?: Json | null;
          changed_at?: string;
          id?: never;
          operation: string;
          row_id: string;
          table_name: string;
        };
        Update: {
          actor_email?: string | null;
          actor_id?: string | null;
          actor_role?: string | null;
          after?: Json | null;
          before?: Json | null;
          changed_at?: string;
          id?: never;
          operation?: string;
          row_id?: string;
          table_name?: string;
        };
        Relationships: [];
      };
      bkk_credit_accounts: {
        Row: { balance: number; user_id: string };
        Insert: { balance?: number; user_id: string };
        Update: { balance?: number; user_id?: string };
        Relationships: [];
      };
      bkk_features: {
        Row: { is_on: boolean; name: string; requires: string[] };
        Insert: { is_on?: boolean; name: string; requires?: string[] };
        Update: { is_on?: boolean; name?: string; requires?: string[] };
        Relationships: [];
      };
      bkk_invited_roles: {
        Row: { created_at: string; role: string; user_id: string };
        Insert: { created_at?: string; role: string; user_id: string };
        Update: { created_at?: string; role?: string; user_id?: string };
        Relationships: [];
      };
      bkk_jobs: {
        Row: {
          batch_size: number;
          due_at: string;
          every: string;
          last_failure: string | null;
          last_run_at: string | null;
          name: string;
        };
        Insert: {
          batch_size: number;
          due_at?: string;
          every: string;
          last_failure?: string | null;
          last_run_at?: string | null;
          name: string;
        };
        Update: {
          batch_size?: number;
          due_at?: string;
          every?: string;
          last_failure?: string | null;
          last_run_at?: string | null;
          name?: string;
        };
        Relationships: [];
      };
      bkk_login_logs: {
        Row: {
          created_at: string;
          email: string | null;
          event: string;
          id: number;
          session_id: string | null;
          success: boolean;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          event?: string;
          id?: never;
          session_id?: string | null;
          success?: boolean;
          user_id: string;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          event?: string;
          id?: never;
          session_id?: string | null;
          success?: boolean;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_outbox: {
        Row: {
          attempts: number;
          channel: string;
          created_at: string;
          due_at: string;
          event: string;
          failed_at: string | null;
          id: string;
          ids: Json;
          key: string;
          last_failure: string | null;
          lease: string | null;
          number: number;
          sent_at: string | null;
          user_id: string;
        };
        Insert: {
          attempts?: number;
          channel: string;
          created_at?: string;
          due_at?: string;
          event: string;
          failed_at?: string | null;
          id?: string;
          ids?: Json;
          key: string;
          last_failure?: string | null;
          lease?: string | null;
          number?: never;
          sent_at?: string | null;
          user_id: string;
        };
        Update: {
          attempts?: number;
          channel?: string;
          created_at?: string;
          due_at?: string;
          event?: string;
          failed_at?: string | null;
          id?: string;
          ids?: Json;
          key?: string;
          last_failure?: string | null;
          lease?: string | null;
          number?: never;
          sent_at?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_quote_requests: {
        Row: {
          created_at: string;
          dep_date: string;
          destination: string;
          member_email: string | null;
          member_name: string | null;
          origin: string;
          pax_adt: number;
          pax_chd: number;
          pax_inf: number;
          quote_id: string;
          status: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          dep_date: string;
          destination: string;
          member_email?: string | null;
          member_name?: string | null;
          origin: string;
          pax_adt?: number;
          pax_chd?: number;
          pax_inf?: number;
          quote_id?: string;
          status?: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          dep_date?: string;
          destination?: string;
          member_email?: string | null;
          member_name?: string | null;
          origin?: string;
          pax_adt?: number;
          pax_chd?: number;
          pax_inf?: number;
          quote_id?: string;
          status?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_user_profiles: {
        Row: {
          email: string | null;
          full_name: string | null;
          phone: string | null;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          email?: string | null;
          full_name?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          email?: string | null;
          full_name?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_user_roles: {
        Row: {
          created_at: string;
          email: string | null;
          full_name: string | null;
          is_active: boolean;
          last_login_at: string | null;
          role: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean;
          last_login_at?: string | null;
          role?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean;
          last_login_at?: string | null;
          role?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      bkk_login_logs_admin_view: {
        Row: {
          created_at: string | null;
          email: string | null;
          event: string | null;
          id: number | null;
          success: boolean | null;
          user_id: string | null;
        };
        Insert: {
          created_at?: string | null;
          email?: string | null;
          event?: string | null;
          id?: number | null;
          success?: boolean | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string | null;
          email?: string | null;
          event?: string | null;
          id?: number | null;
          success?: boolean | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      bkk_outbox_admin_view: {
        Row: {
          attempts: number | null;
          channel: string | null;
          created_at: string | null;
          email: string | null;
          event: string | null;
          failed_at: string | null;
          full_name: string | null;
          id: string | null;
          reason: string | null;
          user_id: string | null;
        };
        Insert: {
          attempts?: number | null;
          channel?: string | null;
          created_at?: string | null;
          email?: never;
          event?: string | null;
          failed_at?: string | null;
          full_name?: never;
          id?: string | null;
          reason?: string | null;
          user_id?: string | null;
        };
        Update: {
          attempts?: number | null;
          channel?: string | null;
          created_at?: string | null;
          email?: never;
          event?: string | null;
          failed_at?: string | null;
          full_name?: never;
          id?: string | null;
          reason?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      bkk_quote_requests_admin_view: {
        Row: {
          created_at: string | null;
          dep_date: string | null;
          destination: string | null;
          email: string | null;
          full_name: string | null;
          number: string | null;
          origin: string | null;
          pax_adt: number | null;
          pax_chd: number | null;
          pax_inf: number | null;
          quote_id: string | null;
          status: string | null;
          updated_at: string | null;
          user_id: string | null;
        };
        Insert: {
          created_at?: string | null;
          dep_date?: string | null;
          destination?: string | null;
          email?: string | null;
          full_name?: string | null;
          number?: never;
          origin?: string | null;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          quote_id?: string | null;
          status?: string | null;
          updated_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string | null;
          dep_date?: string | null;
          destination?: string | null;
          email?: string | null;
          full_name?: string | null;
          number?: never;
          origin?: string | null;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          quote_id?: string | null;
          status?: string | null;
          updated_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      bkk_users_admin_view: {
        Row: {
          created_at: string | null;
          email: string | null;
          full_name: string | null;
          is_active: boolean | null;
          role: string | null;
          user_id: string | null;
        };
        Insert: {
          created_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean | null;
          role?: string | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean | null;
          role?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      bkk_account_email: { Args: never; Returns: string };
      bkk_admin_account_states: { Args: { p_user_ids: string[] }; Returns: Json };
      bkk_admin_erase_user: { Args: { p_user_id: string }; Returns: undefined };
      bkk_admin_export_user: { Args: { p_user_id: string }; Returns: Json };
      bkk_admin_invite_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_has_unconfirmed_sign_up: { Args: { p_email: string }; Returns: boolean };
      bkk_admin_retry_message: { Args: { p_id: string }; Returns: undefined };
      bkk_admin_set_quote_status: {
        Args: { p_quote_id: string; p_from: string; p_to: string };
        Returns: undefined;
      };
      bkk_admin_set_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_toggle_active: {
        Args: { p_user_id: string; p_active: boolean };
        Returns: undefined;
      };
      bkk_count_messages: { Args: never; Returns: Json };
      bkk_erase_user: { Args: { p_user_id: string }; Returns: undefined };
      bkk_export_user: { Args: { p_user_id: string }; Returns: Json };
      bkk_has_feature: { Args: { p_name: string }; Returns: boolean };
      bkk_is_active: { Args: never; Returns: boolean };
      bkk_is_admin: { Args: never; Returns: boolean };
      bkk_lease_messages: { Args: { p_limit: number; p_lease_seconds: number }; Returns: Json };
      bkk_message_failed: {
        Args: { p_id: string; p_lease: string; p_reason: string; p_is_final: boolean };
        Returns: Json;
      };
      bkk_message_sent: { Args: { p_id: string; p_lease: string }; Returns: boolean };
      bkk_password_verification_attempt: { Args: { event: Json }; Returns: Json };
      bkk_prune_login_logs: { Args: { p_now: string }; Returns: number };
      bkk_prune_messages: { Args: { p_now: string }; Returns: number };
      bkk_queue_message: {
        Args: {
          p_channel: string;
          p_recipient: string;
          p_event: string;
          p_ids: Json;
          p_key: string;
        };
        Returns: boolean;
      };
      bkk_redact_row: { Args: { p_row: Json }; Returns: Json };
      bkk_renew_message: {
        Args: { p_id: string; p_lease: string; p_lease_seconds: number };
        Returns: boolean;
      };
      bkk_require_admin: { Args: never; Returns: undefined };
      bkk_require_feature: { Args: { p_name: string }; Returns: undefined };
      bkk_run_due: { Args: never; Returns: Json } | { Args: { p_now: string }; Returns: Json };
      bkk_set_features: { Args: { p_names: string[] }; Returns: undefined };
      bkk_touch_last_login: { Args: never; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

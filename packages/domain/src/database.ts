// Written by `npm run generate:types` from the migrations; a test holds it to them.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** The schema `public` as supabase-js takes it: `createClient<Database>()`. Rows are what the REST service sends. */
export type Database = {
  public: {
    Tables: {
      bkk_airline_news: {
        Row: { created_at: string; excerpt: string; id: string; is_public: boolean; title: string };
        Insert: {
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_public?: boolean;
          title: string;
        };
        Update: {
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_public?: boolean;
          title?: string;
        };
        Relationships: [];
      };
      bkk_credit_accounts: {
        Row: { balance: number; user_id: string };
        Insert: { balance?: number; user_id: string };
        Update: { balance?: number; user_id?: string };
        Relationships: [];
      };
      bkk_login_logs: {
        Row: {
          created_at: string;
          email: string | null;
          event: string;
          id: number;
          success: boolean;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          event?: string;
          id?: never;
          success?: boolean;
          user_id: string;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          event?: string;
          id?: never;
          success?: boolean;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_quote_requests: {
        Row: {
          created_at: string;
          dep_date: string;
          destination: string;
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
        Row: { is_active: boolean; last_login_at: string | null; role: string; user_id: string };
        Insert: {
          is_active?: boolean;
          last_login_at?: string | null;
          role?: string;
          user_id: string;
        };
        Update: {
          is_active?: boolean;
          last_login_at?: string | null;
          role?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      bkk_is_active: { Args: never; Returns: boolean };
      bkk_is_admin: { Args: never; Returns: boolean };
      bkk_touch_last_login: { Args: never; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

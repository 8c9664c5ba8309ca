// Written by `npm run generate:types` from the migrations; a test holds it to them.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** The schema `public` as supabase-js takes it: `createClient<Database>()`. Rows are what the REST service sends. */
export type Database = {
  public: {
    Tables: {
      bkk_admin_views: {
        Row: {
          created_at: string;
          list: string;
          name: string;
          query: string;
          user_id: string;
          view_id: string;
        };
        Insert: {
          created_at?: string;
          list: string;
          name: string;
          query: string;
          user_id: string;
          view_id: string;
        };
        Update: {
          created_at?: string;
          list?: string;
          name?: string;
          query?: string;
          user_id?: string;
          view_id?: string;
        };
        Relationships: [];
      };
      bkk_agency: {
        Row: {
          address_en: string;
          address_th: string;
          agency_id: string;
          bank_account_name: string | null;
          bank_account_number: string | null;
          bank_code: string | null;
          branch: string;
          email: string;
          hours_en: string | null;
          hours_th: string | null;
          is_only_row: boolean;
          languages: string[];
          licence: string | null;
          logo: string | null;
          name_en: string;
          name_th: string;
          phone: string;
          promptpay_id: string | null;
          promptpay_kind: string | null;
          tax_id: string | null;
          updated_at: string;
          vat_from: string | null;
          vat_rates: Json;
          version: number;
        };
        Insert: {
          address_en: string;
          address_th: string;
          agency_id?: string;
          bank_account_name?: string | null;
          bank_account_number?: string | null;
          bank_code?: string | null;
          branch?: string;
          email: string;
          hours_en?: string | null;
          hours_th?: string | null;
          is_only_row?: boolean;
          languages?: string[];
          licence?: string | null;
          logo?: string | null;
          name_en: string;
          name_th: string;
          phone: string;
          promptpay_id?: string | null;
          promptpay_kind?: string | null;
          tax_id?: string | null;
          updated_at?: string;
          vat_from?: string | null;
          vat_rates?: Json;
          version?: number;
        };
        Update: {
          address_en?: string;
          address_th?: string;
          agency_id?: string;
          bank_account_name?: string | null;
          bank_account_number?: string | null;
          bank_code?: string | null;
          branch?: string;
          email?: string;
          hours_en?: string | null;
          hours_th?: string | null;
          is_only_row?: boolean;
          languages?: string[];
          licence?: string | null;
          logo?: string | null;
          name_en?: string;
          name_th?: string;
          phone?: string;
          promptpay_id?: string | null;
          promptpay_kind?: string | null;
          tax_id?: string | null;
          updated_at?: string;
          vat_from?: string | null;
          vat_rates?: Json;
          version?: number;
        };
        Relationships: [];
      };
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
          min_connection_minutes: number;
          name_en: string;
          name_th: string;
          other_names: string;
          search_text: string;
          time_zone: string;
        };
        Insert: {
          city_en: string;
          city_th: string;
          code: string;
          country: string;
          min_connection_minutes?: number;
          name_en: string;
          name_th: string;
          other_names?: string;
          search_text?: never;
          time_zone: string;
        };
        Update: {
          city_en?: string;
          city_th?: string;
          code?: string;
          country?: string;
          min_connection_minutes?: number;
          name_en?: string;
          name_th?: string;
          other_names?: string;
          search_text?: never;
          time_zone?: string;
        };
        Relationships: [];
      };
      bkk_approvals: {
        Row: {
          amount_satang: number;
          approval_id: string;
          asked_at: string;
          asked_by: string;
          asked_by_name: string | null;
          booking_id: string | null;
          call: Json;
          decided_at: string | null;
          decided_by: string | null;
          decided_by_name: string | null;
          decided_note: string | null;
          decision: string | null;
          idempotency_key: string;
          kind: string;
          note: string | null;
          user_id: string | null;
        };
        Insert: {
          amount_satang: number;
          approval_id?: string;
          asked_at?: string;
          asked_by: string;
          asked_by_name?: string | null;
          booking_id?: string | null;
          call?: Json;
          decided_at?: string | null;
          decided_by?: string | null;
          decided_by_name?: string | null;
          decided_note?: string | null;
          decision?: string | null;
          idempotency_key: string;
          kind: string;
          note?: string | null;
          user_id?: string | null;
        };
        Update: {
          amount_satang?: number;
          approval_id?: string;
          asked_at?: string;
          asked_by?: string;
          asked_by_name?: string | null;
          booking_id?: string | null;
          call?: Json;
          decided_at?: string | null;
          decided_by?: string | null;
          decided_by_name?: string | null;
          decided_note?: string | null;
          decision?: string | null;
          idempotency_key?: string;
          kind?: string;
          note?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_approvals_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
        ];
      };
      bkk_bank_lines: {
        Row: {
          account: string;
          amount_satang: number;
          at: string;
          balance_satang: number | null;
          decided_at: string | null;
          decided_by: string | null;
          decided_by_name: string | null;
          description: string;
          fingerprint: string;
          has_time: boolean;
          line_id: string;
          note: string | null;
          posting_id: string | null;
          reference: string | null;
          state: string;
          statement_id: string;
        };
        Insert: {
          account: string;
          amount_satang: number;
          at: string;
          balance_satang?: number | null;
          decided_at?: string | null;
          decided_by?: string | null;
          decided_by_name?: string | null;
          description: string;
          fingerprint: string;
          has_time: boolean;
          line_id?: string;
          note?: string | null;
          posting_id?: string | null;
          reference?: string | null;
          state?: string;
          statement_id: string;
        };
        Update: {
          account?: string;
          amount_satang?: number;
          at?: string;
          balance_satang?: number | null;
          decided_at?: string | null;
          decided_by?: string | null;
          decided_by_name?: string | null;
          description?: string;
          fingerprint?: string;
          has_time?: boolean;
          line_id?: string;
          note?: string | null;
          posting_id?: string | null;
          reference?: string | null;
          state?: string;
          statement_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_bank_lines_posting_id_fkey';
            columns: ['posting_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_credit_postings';
            referencedColumns: ['posting_id'];
          },
          {
            foreignKeyName: 'bkk_bank_lines_statement_id_fkey';
            columns: ['statement_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bank_statements';
            referencedColumns: ['statement_id'];
          },
        ];
      };
      bkk_bank_statements: {
        Row: {
          account: string;
          file_name: string;
          first_day: string;
          imported_at: string;
          imported_by: string | null;
          imported_by_name: string | null;
          last_at: string;
          last_day: string;
          lines: number;
          new_lines: number;
          statement_id: string;
        };
        Insert: {
          account: string;
          file_name: string;
          first_day: string;
          imported_at?: string;
          imported_by?: string | null;
          imported_by_name?: string | null;
          last_at: string;
          last_day: string;
          lines: number;
          new_lines: number;
          statement_id?: string;
        };
        Update: {
          account?: string;
          file_name?: string;
          first_day?: string;
          imported_at?: string;
          imported_by?: string | null;
          imported_by_name?: string | null;
          last_at?: string;
          last_day?: string;
          lines?: number;
          new_lines?: number;
          statement_id?: string;
        };
        Relationships: [];
      };
      bkk_booking_events: {
        Row: {
          actor: string;
          actor_id: string | null;
          actor_name: string | null;
          booking_id: string;
          created_at: string;
          details: Json;
          event: string;
          event_id: number;
          for_admins: boolean;
          message: string | null;
        };
        Insert: {
          actor: string;
          actor_id?: string | null;
          actor_name?: string | null;
          booking_id: string;
          created_at?: string;
          details?: Json;
          event: string;
          event_id?: never;
          for_admins?: boolean;
          message?: string | null;
        };
        Update: {
          actor?: string;
          actor_id?: string | null;
          actor_name?: string | null;
          booking_id?: string;
          created_at?: string;
          details?: Json;
          event?: string;
          event_id?: never;
          for_admins?: boolean;
          message?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_booking_events_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
        ];
      };
      bkk_booking_passengers: {
        Row: {
          birth_date: string | null;
          booking_id: string;
          first_name: string | null;
          last_name: string | null;
          position: number;
          ticket_number: string | null;
          type: string;
        };
        Insert: {
          birth_date?: string | null;
          booking_id: string;
          first_name?: string | null;
          last_name?: string | null;
          position: number;
          ticket_number?: string | null;
          type: string;
        };
        Update: {
          birth_date?: string | null;
          booking_id?: string;
          first_name?: string | null;
          last_name?: string | null;
          position?: number;
          ticket_number?: string | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_booking_passengers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
        ];
      };
      bkk_booking_payments: {
        Row: {
          amount_satang: number;
          bank_reference: string | null;
          booking_id: string;
          credit_satang: number;
          idempotency_key: string;
          note: string | null;
          payment_id: string;
          received_at: string;
          recorded_at: string;
          recorded_by: string | null;
          recorded_by_name: string | null;
          refund_id: string | null;
          reverses: string | null;
          surplus_satang: number;
        };
        Insert: {
          amount_satang: number;
          bank_reference?: string | null;
          booking_id: string;
          credit_satang?: number;
          idempotency_key: string;
          note?: string | null;
          payment_id?: string;
          received_at: string;
          recorded_at?: string;
          recorded_by?: string | null;
          recorded_by_name?: string | null;
          refund_id?: string | null;
          reverses?: string | null;
          surplus_satang?: number;
        };
        Update: {
          amount_satang?: number;
          bank_reference?: string | null;
          booking_id?: string;
          credit_satang?: number;
          idempotency_key?: string;
          note?: string | null;
          payment_id?: string;
          received_at?: string;
          recorded_at?: string;
          recorded_by?: string | null;
          recorded_by_name?: string | null;
          refund_id?: string | null;
          reverses?: string | null;
          surplus_satang?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_booking_payments_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_booking_payments_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_refunds';
            referencedColumns: ['refund_id'];
          },
          {
            foreignKeyName: 'bkk_booking_payments_reverses_fkey';
            columns: ['reverses'];
            isOneToOne: true;
            referencedRelation: 'bkk_booking_payments';
            referencedColumns: ['payment_id'];
          },
        ];
      };
      bkk_booking_seats: {
        Row: { booking_id: string; day: string; fare_id: number; seats: number; state: string };
        Insert: { booking_id: string; day: string; fare_id: number; seats: number; state?: string };
        Update: {
          booking_id?: string;
          day?: string;
          fare_id?: number;
          seats?: number;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_booking_seats_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_booking_seats_fare_id_day_fkey';
            columns: ['fare_id', 'day'];
            isOneToOne: false;
            referencedRelation: 'bkk_flight_seats';
            referencedColumns: ['fare_id', 'day'];
          },
        ];
      };
      bkk_booking_settings: {
        Row: {
          approval_limit_satang: number | null;
          is_only_row: boolean;
          one_name_style: string;
          review_hours: number;
        };
        Insert: {
          approval_limit_satang?: number | null;
          is_only_row?: boolean;
          one_name_style?: string;
          review_hours?: number;
        };
        Update: {
          approval_limit_satang?: number | null;
          is_only_row?: boolean;
          one_name_style?: string;
          review_hours?: number;
        };
        Relationships: [];
      };
      bkk_bookings: {
        Row: {
          assigned_to: string | null;
          balance_due_at: string | null;
          booking_id: string;
          conditions: Json;
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string;
          departs_on: string | null;
          deposit_due_at: string | null;
          deposit_satang: number | null;
          destination: string | null;
          due_at: string | null;
          flags: string[];
          flight_id: string | null;
          has_all_names: boolean;
          hold_expires_at: string | null;
          lines: Json;
          member_email: string | null;
          member_name: string | null;
          names_due_at: string | null;
          notes: string | null;
          offer_version: number | null;
          origin: string | null;
          paid_satang: number;
          pax_adt: number;
          pax_chd: number;
          pax_inf: number;
          pnr: string | null;
          quote_id: string | null;
          reference: string;
          request_key: string;
          returns_on: string | null;
          review_until: string | null;
          search_text: string;
          segments: Json;
          slip_name: string | null;
          status: string;
          total_satang: number | null;
          updated_at: string;
          user_id: string | null;
          version: number;
        };
        Insert: {
          assigned_to?: string | null;
          balance_due_at?: string | null;
          booking_id?: string;
          conditions?: Json;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          departs_on?: string | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          destination?: string | null;
          due_at?: string | null;
          flags?: string[];
          flight_id?: string | null;
          has_all_names?: boolean;
          hold_expires_at?: string | null;
          lines?: Json;
          member_email?: string | null;
          member_name?: string | null;
          names_due_at?: string | null;
          notes?: string | null;
          offer_version?: number | null;
          origin?: string | null;
          paid_satang?: number;
          pax_adt: number;
          pax_chd?: number;
          pax_inf?: number;
          pnr?: string | null;
          quote_id?: string | null;
          reference: string;
          request_key: string;
          returns_on?: string | null;
          review_until?: string | null;
          search_text?: never;
          segments?: Json;
          slip_name?: string | null;
          status: string;
          total_satang?: number | null;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          assigned_to?: string | null;
          balance_due_at?: string | null;
          booking_id?: string;
          conditions?: Json;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          departs_on?: string | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          destination?: string | null;
          due_at?: string | null;
          flags?: string[];
          flight_id?: string | null;
          has_all_names?: boolean;
          hold_expires_at?: string | null;
          lines?: Json;
          member_email?: string | null;
          member_name?: string | null;
          names_due_at?: string | null;
          notes?: string | null;
          offer_version?: number | null;
          origin?: string | null;
          paid_satang?: number;
          pax_adt?: number;
          pax_chd?: number;
          pax_inf?: number;
          pnr?: string | null;
          quote_id?: string | null;
          reference?: string;
          request_key?: string;
          returns_on?: string | null;
          review_until?: string | null;
          search_text?: never;
          segments?: Json;
          slip_name?: string | null;
          status?: string;
          total_satang?: number | null;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_bookings_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'bkk_user_roles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'bkk_bookings_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_canned_answers: {
        Row: {
          created_at: string;
          id: string;
          position: number;
          text_en: string;
          text_th: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          position?: number;
          text_en: string;
          text_th: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          position?: number;
          text_en?: string;
          text_th?: string;
          title?: string;
          updated_at?: string;
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
          row_id: string | null;
          row_key: string | null;
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
          row_id?: string | null;
          row_key?: string | null;
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
          row_id?: string | null;
          row_key?: string | null;
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
      bkk_credit_days: {
        Row: {
          account: string;
          came_in_satang: number;
          day: string;
          entries: number;
          shard: number;
          went_out_satang: number;
        };
        Insert: {
          account: string;
          came_in_satang: number;
          day: string;
          entries: number;
          shard: number;
          went_out_satang: number;
        };
        Update: {
          account?: string;
          came_in_satang?: number;
          day?: string;
          entries?: number;
          shard?: number;
          went_out_satang?: number;
        };
        Relationships: [];
      };
      bkk_credit_entries: {
        Row: {
          account: string;
          amount_satang: number;
          balance_satang: number | null;
          day: string;
          entry_id: number;
          holder: string | null;
          posting_id: string;
        };
        Insert: {
          account: string;
          amount_satang: number;
          balance_satang?: number | null;
          day: string;
          entry_id?: never;
          holder?: string | null;
          posting_id: string;
        };
        Update: {
          account?: string;
          amount_satang?: number;
          balance_satang?: number | null;
          day?: string;
          entry_id?: never;
          holder?: string | null;
          posting_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_credit_entries_posting_id_fkey';
            columns: ['posting_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_credit_postings';
            referencedColumns: ['posting_id'];
          },
        ];
      };
      bkk_credit_postings: {
        Row: {
          bank_satang: number;
          booking_id: string | null;
          booking_satang: number;
          created_at: string;
          created_by: string | null;
          created_by_name: string | null;
          credit_after_satang: number | null;
          credit_satang: number;
          key: string;
          kind: string;
          note: string | null;
          number: number;
          order_id: string | null;
          order_satang: number;
          payment_id: string | null;
          posting_id: string;
          received_at: string;
          slip_id: string | null;
          user_id: string | null;
        };
        Insert: {
          bank_satang: number;
          booking_id?: string | null;
          booking_satang: number;
          created_at?: string;
          created_by?: string | null;
          created_by_name?: string | null;
          credit_after_satang?: number | null;
          credit_satang: number;
          key: string;
          kind: string;
          note?: string | null;
          number?: never;
          order_id?: string | null;
          order_satang?: number;
          payment_id?: string | null;
          posting_id?: string;
          received_at: string;
          slip_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          bank_satang?: number;
          booking_id?: string | null;
          booking_satang?: number;
          created_at?: string;
          created_by?: string | null;
          created_by_name?: string | null;
          credit_after_satang?: number | null;
          credit_satang?: number;
          key?: string;
          kind?: string;
          note?: string | null;
          number?: never;
          order_id?: string | null;
          order_satang?: number;
          payment_id?: string | null;
          posting_id?: string;
          received_at?: string;
          slip_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_credit_postings_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_credit_postings_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
          {
            foreignKeyName: 'bkk_credit_postings_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_booking_payments';
            referencedColumns: ['payment_id'];
          },
        ];
      };
      bkk_delivery_rates: {
        Row: {
          days_from: number;
          days_to: number;
          method: string;
          price_satang: number;
          up_to_grams: number;
          zone: string;
        };
        Insert: {
          days_from: number;
          days_to: number;
          method: string;
          price_satang: number;
          up_to_grams: number;
          zone: string;
        };
        Update: {
          days_from?: number;
          days_to?: number;
          method?: string;
          price_satang?: number;
          up_to_grams?: number;
          zone?: string;
        };
        Relationships: [];
      };
      bkk_delivery_settings: {
        Row: { is_only_row: boolean; offers_pickup: boolean; version: number };
        Insert: { is_only_row?: boolean; offers_pickup?: boolean; version?: number };
        Update: { is_only_row?: boolean; offers_pickup?: boolean; version?: number };
        Relationships: [];
      };
      bkk_features: {
        Row: { is_on: boolean; name: string; requires: string[] };
        Insert: { is_on?: boolean; name: string; requires?: string[] };
        Update: { is_on?: boolean; name?: string; requires?: string[] };
        Relationships: [];
      };
      bkk_finance_days: {
        Row: { count: number; day: string; holder: string; satang: number; what: string };
        Insert: { count: number; day: string; holder?: string; satang: number; what: string };
        Update: { count?: number; day?: string; holder?: string; satang?: number; what?: string };
        Relationships: [];
      };
      bkk_flight_fares: {
        Row: {
          adult_satang: number;
          adult_tax_satang: number;
          baggage: Json;
          change_allowed: boolean | null;
          change_fee_satang: number | null;
          change_until_hours: number | null;
          child_satang: number | null;
          child_tax_satang: number;
          closes_hours: number;
          fare_id: number;
          flight_id: number;
          infant_satang: number | null;
          infant_tax_satang: number;
          name: string;
          refund_allowed: boolean | null;
          refund_fee_satang: number | null;
          refund_until_hours: number | null;
          sale_from: string;
          sale_until: string;
          seats: number;
          version: number;
        };
        Insert: {
          adult_satang: number;
          adult_tax_satang?: number;
          baggage?: Json;
          change_allowed?: boolean | null;
          change_fee_satang?: number | null;
          change_until_hours?: number | null;
          child_satang?: number | null;
          child_tax_satang?: number;
          closes_hours?: number;
          fare_id?: never;
          flight_id: number;
          infant_satang?: number | null;
          infant_tax_satang?: number;
          name: string;
          refund_allowed?: boolean | null;
          refund_fee_satang?: number | null;
          refund_until_hours?: number | null;
          sale_from?: string;
          sale_until?: string;
          seats: number;
          version?: number;
        };
        Update: {
          adult_satang?: number;
          adult_tax_satang?: number;
          baggage?: Json;
          change_allowed?: boolean | null;
          change_fee_satang?: number | null;
          change_until_hours?: number | null;
          child_satang?: number | null;
          child_tax_satang?: number;
          closes_hours?: number;
          fare_id?: never;
          flight_id?: number;
          infant_satang?: number | null;
          infant_tax_satang?: number;
          name?: string;
          refund_allowed?: boolean | null;
          refund_fee_satang?: number | null;
          refund_until_hours?: number | null;
          sale_from?: string;
          sale_until?: string;
          seats?: number;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_flight_fares_flight_id_fkey';
            columns: ['flight_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_flights';
            referencedColumns: ['flight_id'];
          },
        ];
      };
      bkk_flight_offers: {
        Row: {
          expires_at: string;
          found_at: string;
          label: string;
          offer: Json;
          offer_id: string;
          quote_id: string | null;
          search_key: string;
          source: string;
          source_offer_id: string;
          source_passengers: Json;
          source_request_id: string;
          tax_satang: number | null;
          total_satang: number;
        };
        Insert: {
          expires_at: string;
          found_at: string;
          label: string;
          offer: Json;
          offer_id: string;
          quote_id?: string | null;
          search_key: string;
          source: string;
          source_offer_id: string;
          source_passengers: Json;
          source_request_id: string;
          tax_satang?: number | null;
          total_satang: number;
        };
        Update: {
          expires_at?: string;
          found_at?: string;
          label?: string;
          offer?: Json;
          offer_id?: string;
          quote_id?: string | null;
          search_key?: string;
          source?: string;
          source_offer_id?: string;
          source_passengers?: Json;
          source_request_id?: string;
          tax_satang?: number | null;
          total_satang?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_flight_offers_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_flight_search_counts: {
        Row: { day: string; network: string; searches: number };
        Insert: { day: string; network: string; searches: number };
        Update: { day?: string; network?: string; searches?: number };
        Relationships: [];
      };
      bkk_flight_searches: {
        Row: { key: string; searched_at: string };
        Insert: { key: string; searched_at: string };
        Update: { key?: string; searched_at?: string };
        Relationships: [];
      };
      bkk_flight_seats: {
        Row: {
          day: string;
          fare_id: number;
          held: number;
          is_closed: boolean;
          sold: number;
          total: number;
        };
        Insert: {
          day: string;
          fare_id: number;
          held?: number;
          is_closed?: boolean;
          sold?: number;
          total: number;
        };
        Update: {
          day?: string;
          fare_id?: number;
          held?: number;
          is_closed?: boolean;
          sold?: number;
          total?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_flight_seats_fare_id_fkey';
            columns: ['fare_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_flight_fares';
            referencedColumns: ['fare_id'];
          },
        ];
      };
      bkk_flights: {
        Row: {
          aircraft: string | null;
          airline: string;
          arrives_at: string;
          arrives_days: number;
          cabin: string;
          created_at: string;
          departs_at: string;
          destination: string;
          destination_terminal: string | null;
          first_day: string;
          flight_id: number;
          flight_number: string;
          last_day: string;
          operating_airline: string | null;
          origin: string;
          origin_terminal: string | null;
          updated_at: string;
          version: number;
          weekdays: number[];
        };
        Insert: {
          aircraft?: string | null;
          airline: string;
          arrives_at: string;
          arrives_days?: number;
          cabin: string;
          created_at?: string;
          departs_at: string;
          destination: string;
          destination_terminal?: string | null;
          first_day: string;
          flight_id?: never;
          flight_number: string;
          last_day: string;
          operating_airline?: string | null;
          origin: string;
          origin_terminal?: string | null;
          updated_at?: string;
          version?: number;
          weekdays: number[];
        };
        Update: {
          aircraft?: string | null;
          airline?: string;
          arrives_at?: string;
          arrives_days?: number;
          cabin?: string;
          created_at?: string;
          departs_at?: string;
          destination?: string;
          destination_terminal?: string | null;
          first_day?: string;
          flight_id?: never;
          flight_number?: string;
          last_day?: string;
          operating_airline?: string | null;
          origin?: string;
          origin_terminal?: string | null;
          updated_at?: string;
          version?: number;
          weekdays?: number[];
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_flights_destination_fkey';
            columns: ['destination'];
            isOneToOne: false;
            referencedRelation: 'bkk_airports';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'bkk_flights_origin_fkey';
            columns: ['origin'];
            isOneToOne: false;
            referencedRelation: 'bkk_airports';
            referencedColumns: ['code'];
          },
        ];
      };
      bkk_help_answers: {
        Row: {
          answer_en: string;
          answer_th: string;
          created_at: string;
          id: string;
          is_public: boolean;
          position: number;
          question_en: string;
          question_th: string;
          updated_at: string;
        };
        Insert: {
          answer_en: string;
          answer_th: string;
          created_at?: string;
          id?: string;
          is_public?: boolean;
          position?: number;
          question_en: string;
          question_th: string;
          updated_at?: string;
        };
        Update: {
          answer_en?: string;
          answer_th?: string;
          created_at?: string;
          id?: string;
          is_public?: boolean;
          position?: number;
          question_en?: string;
          question_th?: string;
          updated_at?: string;
        };
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
      bkk_line_accounts: {
        Row: { line_user_id: string; linked_at: string; user_id: string };
        Insert: { line_user_id: string; linked_at?: string; user_id: string };
        Update: { line_user_id?: string; linked_at?: string; user_id?: string };
        Relationships: [];
      };
      bkk_line_attempts: {
        Row: { attempts: number; line_user_id: string; since: string };
        Insert: { attempts: number; line_user_id: string; since: string };
        Update: { attempts?: number; line_user_id?: string; since?: string };
        Relationships: [];
      };
      bkk_line_codes: {
        Row: { code_hash: string; expires_at: string; used_by: string | null; user_id: string };
        Insert: { code_hash: string; expires_at: string; used_by?: string | null; user_id: string };
        Update: {
          code_hash?: string;
          expires_at?: string;
          used_by?: string | null;
          user_id?: string;
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
      bkk_notification_channels: {
        Row: { has_line: boolean; is_only_row: boolean; push_public_key: string | null };
        Insert: { has_line?: boolean; is_only_row?: boolean; push_public_key?: string | null };
        Update: { has_line?: boolean; is_only_row?: boolean; push_public_key?: string | null };
        Relationships: [];
      };
      bkk_notification_settings: {
        Row: { kind: string; line: boolean; mail: boolean; push: boolean; user_id: string };
        Insert: { kind: string; line?: boolean; mail?: boolean; push?: boolean; user_id: string };
        Update: { kind?: string; line?: boolean; mail?: boolean; push?: boolean; user_id?: string };
        Relationships: [];
      };
      bkk_notifications: {
        Row: {
          created_at: string;
          event: string;
          key: string;
          kind: string;
          notification_id: string;
          read_at: string | null;
          user_id: string;
          values: Json;
        };
        Insert: {
          created_at?: string;
          event: string;
          key: string;
          kind: string;
          notification_id?: string;
          read_at?: string | null;
          user_id: string;
          values: Json;
        };
        Update: {
          created_at?: string;
          event?: string;
          key?: string;
          kind?: string;
          notification_id?: string;
          read_at?: string | null;
          user_id?: string;
          values?: Json;
        };
        Relationships: [];
      };
      bkk_order_events: {
        Row: {
          actor: string;
          actor_id: string | null;
          actor_name: string | null;
          created_at: string;
          details: Json;
          event: string;
          event_id: number;
          message: string | null;
          order_id: string;
        };
        Insert: {
          actor: string;
          actor_id?: string | null;
          actor_name?: string | null;
          created_at?: string;
          details?: Json;
          event: string;
          event_id?: never;
          message?: string | null;
          order_id: string;
        };
        Update: {
          actor?: string;
          actor_id?: string | null;
          actor_name?: string | null;
          created_at?: string;
          details?: Json;
          event?: string;
          event_id?: never;
          message?: string | null;
          order_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_order_events_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
        ];
      };
      bkk_order_lines: {
        Row: {
          answers: Json;
          has_stock: boolean;
          order_id: string;
          picture: string | null;
          position: number;
          product_id: string;
          quantity: number;
          sku: string | null;
          title: string;
          title_th: string | null;
          unit_satang: number;
          variant_id: string;
          variant_title: string;
          variant_title_th: string | null;
          weight_grams: number;
        };
        Insert: {
          answers?: Json;
          has_stock: boolean;
          order_id: string;
          picture?: string | null;
          position: number;
          product_id: string;
          quantity: number;
          sku?: string | null;
          title: string;
          title_th?: string | null;
          unit_satang: number;
          variant_id: string;
          variant_title: string;
          variant_title_th?: string | null;
          weight_grams: number;
        };
        Update: {
          answers?: Json;
          has_stock?: boolean;
          order_id?: string;
          picture?: string | null;
          position?: number;
          product_id?: string;
          quantity?: number;
          sku?: string | null;
          title?: string;
          title_th?: string | null;
          unit_satang?: number;
          variant_id?: string;
          variant_title?: string;
          variant_title_th?: string | null;
          weight_grams?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_order_lines_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
        ];
      };
      bkk_order_links: {
        Row: { expires_at: string; link_hash: string; order_id: string };
        Insert: { expires_at: string; link_hash: string; order_id: string };
        Update: { expires_at?: string; link_hash?: string; order_id?: string };
        Relationships: [
          {
            foreignKeyName: 'bkk_order_links_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
        ];
      };
      bkk_orders: {
        Row: {
          address: Json | null;
          arrives_on: string | null;
          carrier: string | null;
          created_at: string;
          delivery_satang: number;
          email: string | null;
          ended_at: string | null;
          is_guest: boolean;
          is_open: boolean;
          items_satang: number;
          language: string;
          method: string;
          name: string | null;
          network: string | null;
          number: string;
          order_id: string;
          paid_at: string | null;
          paid_satang: number;
          parcel_number: string | null;
          pay_by: string | null;
          phone: string | null;
          request_key: string;
          return_asked_at: string | null;
          return_open: boolean;
          review_until: string | null;
          search_text: string;
          shipped_at: string | null;
          status: string;
          total_satang: number;
          tracking_url: string | null;
          updated_at: string;
          user_id: string | null;
          version: number;
          weight_grams: number;
        };
        Insert: {
          address?: Json | null;
          arrives_on?: string | null;
          carrier?: string | null;
          created_at?: string;
          delivery_satang: number;
          email?: string | null;
          ended_at?: string | null;
          is_guest: boolean;
          is_open?: never;
          items_satang: number;
          language: string;
          method: string;
          name?: string | null;
          network?: string | null;
          number: string;
          order_id?: string;
          paid_at?: string | null;
          paid_satang?: number;
          parcel_number?: string | null;
          pay_by?: string | null;
          phone?: string | null;
          request_key: string;
          return_asked_at?: string | null;
          return_open?: boolean;
          review_until?: string | null;
          search_text?: never;
          shipped_at?: string | null;
          status?: string;
          total_satang?: never;
          tracking_url?: string | null;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
          weight_grams: number;
        };
        Update: {
          address?: Json | null;
          arrives_on?: string | null;
          carrier?: string | null;
          created_at?: string;
          delivery_satang?: number;
          email?: string | null;
          ended_at?: string | null;
          is_guest?: boolean;
          is_open?: never;
          items_satang?: number;
          language?: string;
          method?: string;
          name?: string | null;
          network?: string | null;
          number?: string;
          order_id?: string;
          paid_at?: string | null;
          paid_satang?: number;
          parcel_number?: string | null;
          pay_by?: string | null;
          phone?: string | null;
          request_key?: string;
          return_asked_at?: string | null;
          return_open?: boolean;
          review_until?: string | null;
          search_text?: never;
          shipped_at?: string | null;
          status?: string;
          total_satang?: never;
          tracking_url?: string | null;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
          weight_grams?: number;
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
          user_id: string | null;
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
          user_id?: string | null;
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
          user_id?: string | null;
        };
        Relationships: [];
      };
      bkk_product_listings: {
        Row: {
          cents: number;
          currency: string;
          folded_text: string;
          is_hidden: boolean;
          is_published: boolean;
          position: number;
          product_id: string;
          search_text: string;
          title: string;
        };
        Insert: {
          cents: number;
          currency: string;
          folded_text: string;
          is_hidden: boolean;
          is_published: boolean;
          position: number;
          product_id: string;
          search_text: string;
          title: string;
        };
        Update: {
          cents?: number;
          currency?: string;
          folded_text?: string;
          is_hidden?: boolean;
          is_published?: boolean;
          position?: number;
          product_id?: string;
          search_text?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_product_listings_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_products';
            referencedColumns: ['id'];
          },
        ];
      };
      bkk_product_stock: {
        Row: {
          currency: string | null;
          free: number;
          from_cents: number | null;
          position: number;
          product_id: string;
          reserved: number;
          sold: number;
          state: string;
          stock: string;
          variants: number;
        };
        Insert: {
          currency?: string | null;
          free: number;
          from_cents?: number | null;
          position: number;
          product_id: string;
          reserved: number;
          sold: number;
          state: string;
          stock: string;
          variants: number;
        };
        Update: {
          currency?: string | null;
          free?: number;
          from_cents?: number | null;
          position?: number;
          product_id?: string;
          reserved?: number;
          sold?: number;
          state?: string;
          stock?: string;
          variants?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_product_stock_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_products';
            referencedColumns: ['id'];
          },
        ];
      };
      bkk_product_variants: {
        Row: {
          currency: string;
          id: string;
          image_url: string | null;
          inventory_quantity: number | null;
          manage_inventory: boolean;
          options: Json;
          position: number;
          price_in_cents: number;
          product_id: string;
          received_quantity: number;
          reserved_quantity: number;
          sale_price_in_cents: number | null;
          sku: string | null;
          sold_quantity: number;
          title: string;
          title_th: string | null;
          weight: number | null;
        };
        Insert: {
          currency?: string;
          id: string;
          image_url?: string | null;
          inventory_quantity?: number | null;
          manage_inventory?: boolean;
          options?: Json;
          position?: number;
          price_in_cents: number;
          product_id: string;
          received_quantity?: number;
          reserved_quantity?: number;
          sale_price_in_cents?: number | null;
          sku?: string | null;
          sold_quantity?: number;
          title: string;
          title_th?: string | null;
          weight?: number | null;
        };
        Update: {
          currency?: string;
          id?: string;
          image_url?: string | null;
          inventory_quantity?: number | null;
          manage_inventory?: boolean;
          options?: Json;
          position?: number;
          price_in_cents?: number;
          product_id?: string;
          received_quantity?: number;
          reserved_quantity?: number;
          sale_price_in_cents?: number | null;
          sku?: string | null;
          sold_quantity?: number;
          title?: string;
          title_th?: string | null;
          weight?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_product_variants_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_products';
            referencedColumns: ['id'];
          },
        ];
      };
      bkk_products: {
        Row: {
          additional_info: Json;
          collections: Json;
          created_at: string;
          custom_fields: Json;
          description: string;
          description_th: string | null;
          folded_text: string;
          id: string;
          images: Json;
          is_hidden: boolean;
          kind: string;
          options: Json;
          position: number;
          purchasable: boolean;
          related_products: Json;
          ribbon_text: string | null;
          ribbon_text_th: string | null;
          saved_key: string | null;
          search_text: string;
          site_product_selection: string | null;
          state: string;
          subtitle: string | null;
          subtitle_th: string | null;
          thumbnail: string | null;
          title: string;
          title_th: string | null;
          updated_at: string;
          version: number;
        };
        Insert: {
          additional_info?: Json;
          collections?: Json;
          created_at?: string;
          custom_fields?: Json;
          description?: string;
          description_th?: string | null;
          folded_text?: never;
          id: string;
          images?: Json;
          is_hidden?: boolean;
          kind?: string;
          options?: Json;
          position?: number;
          purchasable?: boolean;
          related_products?: Json;
          ribbon_text?: string | null;
          ribbon_text_th?: string | null;
          saved_key?: string | null;
          search_text?: never;
          site_product_selection?: string | null;
          state?: string;
          subtitle?: string | null;
          subtitle_th?: string | null;
          thumbnail?: string | null;
          title: string;
          title_th?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          additional_info?: Json;
          collections?: Json;
          created_at?: string;
          custom_fields?: Json;
          description?: string;
          description_th?: string | null;
          folded_text?: never;
          id?: string;
          images?: Json;
          is_hidden?: boolean;
          kind?: string;
          options?: Json;
          position?: number;
          purchasable?: boolean;
          related_products?: Json;
          ribbon_text?: string | null;
          ribbon_text_th?: string | null;
          saved_key?: string | null;
          search_text?: never;
          site_product_selection?: string | null;
          state?: string;
          subtitle?: string | null;
          subtitle_th?: string | null;
          thumbnail?: string | null;
          title?: string;
          title_th?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      bkk_push_subscriptions: {
        Row: {
          auth: string;
          created_at: string;
          endpoint: string;
          p256dh: string;
          subscription_id: string;
          user_id: string;
        };
        Insert: {
          auth: string;
          created_at?: string;
          endpoint: string;
          p256dh: string;
          subscription_id?: string;
          user_id: string;
        };
        Update: {
          auth?: string;
          created_at?: string;
          endpoint?: string;
          p256dh?: string;
          subscription_id?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_quote_details: {
        Row: {
          assigned_to: string | null;
          budget_satang: number | null;
          cabin: string;
          flexible_days: number;
          notes: string | null;
          opened_by: string | null;
          opened_until: string | null;
          preferred_airlines: string[];
          quote_id: string;
          request_key: string | null;
          turn: string | null;
          user_id: string;
          version: number;
          waiting_since: string | null;
        };
        Insert: {
          assigned_to?: string | null;
          budget_satang?: number | null;
          cabin?: string;
          flexible_days?: number;
          notes?: string | null;
          opened_by?: string | null;
          opened_until?: string | null;
          preferred_airlines?: string[];
          quote_id: string;
          request_key?: string | null;
          turn?: string | null;
          user_id: string;
          version?: number;
          waiting_since?: string | null;
        };
        Update: {
          assigned_to?: string | null;
          budget_satang?: number | null;
          cabin?: string;
          flexible_days?: number;
          notes?: string | null;
          opened_by?: string | null;
          opened_until?: string | null;
          preferred_airlines?: string[];
          quote_id?: string;
          request_key?: string | null;
          turn?: string | null;
          user_id?: string;
          version?: number;
          waiting_since?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_quote_details_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'bkk_user_roles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'bkk_quote_details_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_quote_events: {
        Row: {
          actor: string;
          actor_id: string | null;
          actor_name: string | null;
          created_at: string;
          details: Json;
          event: string;
          event_id: number;
          for_admins: boolean;
          message: string | null;
          quote_id: string;
        };
        Insert: {
          actor: string;
          actor_id?: string | null;
          actor_name?: string | null;
          created_at?: string;
          details?: Json;
          event: string;
          event_id?: never;
          for_admins?: boolean;
          message?: string | null;
          quote_id: string;
        };
        Update: {
          actor?: string;
          actor_id?: string | null;
          actor_name?: string | null;
          created_at?: string;
          details?: Json;
          event?: string;
          event_id?: never;
          for_admins?: boolean;
          message?: string | null;
          quote_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_quote_events_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_quote_legs: {
        Row: {
          dep_date: string;
          destination: string;
          origin: string;
          position: number;
          quote_id: string;
        };
        Insert: {
          dep_date: string;
          destination: string;
          origin: string;
          position: number;
          quote_id: string;
        };
        Update: {
          dep_date?: string;
          destination?: string;
          origin?: string;
          position?: number;
          quote_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_quote_legs_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_quote_offers: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          balance_due_at: string | null;
          conditions: Json;
          deposit_due_at: string;
          deposit_satang: number;
          hold_expires_at: string;
          internal_notes: string | null;
          lines: Json;
          margin_satang: number | null;
          names_due_at: string | null;
          pax_adt: number;
          pax_chd: number;
          pax_inf: number;
          quote_id: string;
          seats_reason: string | null;
          segments: Json;
          sent_at: string;
          sent_by: string | null;
          state: string;
          total_satang: number;
          valid_until: string;
          version: number;
        };
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          balance_due_at?: string | null;
          conditions?: Json;
          deposit_due_at: string;
          deposit_satang: number;
          hold_expires_at: string;
          internal_notes?: string | null;
          lines: Json;
          margin_satang?: number | null;
          names_due_at?: string | null;
          pax_adt: number;
          pax_chd: number;
          pax_inf: number;
          quote_id: string;
          seats_reason?: string | null;
          segments: Json;
          sent_at?: string;
          sent_by?: string | null;
          state?: string;
          total_satang: number;
          valid_until: string;
          version: number;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          balance_due_at?: string | null;
          conditions?: Json;
          deposit_due_at?: string;
          deposit_satang?: number;
          hold_expires_at?: string;
          internal_notes?: string | null;
          lines?: Json;
          margin_satang?: number | null;
          names_due_at?: string | null;
          pax_adt?: number;
          pax_chd?: number;
          pax_inf?: number;
          quote_id?: string;
          seats_reason?: string | null;
          segments?: Json;
          sent_at?: string;
          sent_by?: string | null;
          state?: string;
          total_satang?: number;
          valid_until?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_quote_offers_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
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
      bkk_receipt_buyers: {
        Row: {
          address: string;
          branch: string | null;
          name: string;
          tax_id: string | null;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          address: string;
          branch?: string | null;
          name: string;
          tax_id?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          address?: string;
          branch?: string | null;
          name?: string;
          tax_id?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      bkk_receipt_counters: {
        Row: { last: number; series: string; year: number };
        Insert: { last: number; series: string; year: number };
        Update: { last?: number; series?: string; year?: number };
        Relationships: [];
      };
      bkk_receipts: {
        Row: {
          amount_satang: number;
          booking_id: string | null;
          corrects: string | null;
          data: Json;
          dated_at: string;
          issued_at: string;
          number: number;
          order_id: string | null;
          posting_id: string;
          receipt_id: string;
          replaces: string | null;
          search_text: string | null;
          series: string;
          taxable_satang: number | null;
          user_id: string | null;
          vat_satang: number | null;
          void_kind: string | null;
          void_reason: string | null;
          voided_at: string | null;
          year: number;
        };
        Insert: {
          amount_satang: number;
          booking_id?: string | null;
          corrects?: string | null;
          data: Json;
          dated_at: string;
          issued_at?: string;
          number: number;
          order_id?: string | null;
          posting_id: string;
          receipt_id?: string;
          replaces?: string | null;
          search_text?: never;
          series: string;
          taxable_satang?: never;
          user_id?: string | null;
          vat_satang?: never;
          void_kind?: string | null;
          void_reason?: string | null;
          voided_at?: string | null;
          year: number;
        };
        Update: {
          amount_satang?: number;
          booking_id?: string | null;
          corrects?: string | null;
          data?: Json;
          dated_at?: string;
          issued_at?: string;
          number?: number;
          order_id?: string | null;
          posting_id?: string;
          receipt_id?: string;
          replaces?: string | null;
          search_text?: never;
          series?: string;
          taxable_satang?: never;
          user_id?: string | null;
          vat_satang?: never;
          void_kind?: string | null;
          void_reason?: string | null;
          voided_at?: string | null;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_receipts_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_receipts_corrects_fkey';
            columns: ['corrects'];
            isOneToOne: false;
            referencedRelation: 'bkk_receipts';
            referencedColumns: ['receipt_id'];
          },
          {
            foreignKeyName: 'bkk_receipts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
          {
            foreignKeyName: 'bkk_receipts_posting_id_fkey';
            columns: ['posting_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_credit_postings';
            referencedColumns: ['posting_id'];
          },
          {
            foreignKeyName: 'bkk_receipts_replaces_fkey';
            columns: ['replaces'];
            isOneToOne: true;
            referencedRelation: 'bkk_receipts';
            referencedColumns: ['receipt_id'];
          },
        ];
      };
      bkk_refunds: {
        Row: {
          account_ending: string | null;
          account_name: string | null;
          account_sealed: string | null;
          amount_satang: number | null;
          bank_code: string | null;
          bank_reference: string | null;
          booking_id: string | null;
          created_at: string;
          decided_at: string | null;
          destination: string | null;
          ended_at: string | null;
          fee_satang: number | null;
          is_surplus: boolean;
          order_id: string | null;
          owner_id: string | null;
          paid_satang: number;
          promised_on: string;
          refund_id: string;
          status: string;
          user_id: string | null;
          version: number;
        };
        Insert: {
          account_ending?: string | null;
          account_name?: string | null;
          account_sealed?: string | null;
          amount_satang?: never;
          bank_code?: string | null;
          bank_reference?: string | null;
          booking_id?: string | null;
          created_at?: string;
          decided_at?: string | null;
          destination?: string | null;
          ended_at?: string | null;
          fee_satang?: number | null;
          is_surplus?: boolean;
          order_id?: string | null;
          owner_id?: string | null;
          paid_satang: number;
          promised_on: string;
          refund_id?: string;
          status?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          account_ending?: string | null;
          account_name?: string | null;
          account_sealed?: string | null;
          amount_satang?: never;
          bank_code?: string | null;
          bank_reference?: string | null;
          booking_id?: string | null;
          created_at?: string;
          decided_at?: string | null;
          destination?: string | null;
          ended_at?: string | null;
          fee_satang?: number | null;
          is_surplus?: boolean;
          order_id?: string | null;
          owner_id?: string | null;
          paid_satang?: number;
          promised_on?: string;
          refund_id?: string;
          status?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_refunds_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
          {
            foreignKeyName: 'bkk_refunds_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_user_roles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      bkk_setup: {
        Row: {
          backup_at: string | null;
          dismissed_at: string | null;
          is_only_row: boolean;
          restore_at: string | null;
          test_mail_asked_at: string | null;
          test_mail_opened_at: string | null;
          test_mail_token: string | null;
        };
        Insert: {
          backup_at?: string | null;
          dismissed_at?: string | null;
          is_only_row?: boolean;
          restore_at?: string | null;
          test_mail_asked_at?: string | null;
          test_mail_opened_at?: string | null;
          test_mail_token?: string | null;
        };
        Update: {
          backup_at?: string | null;
          dismissed_at?: string | null;
          is_only_row?: boolean;
          restore_at?: string | null;
          test_mail_asked_at?: string | null;
          test_mail_opened_at?: string | null;
          test_mail_token?: string | null;
        };
        Relationships: [];
      };
      bkk_slips: {
        Row: {
          accepted_satang: number | null;
          bank_code: string | null;
          booking_id: string | null;
          byte_size: number;
          checker: Json | null;
          content_type: string;
          created_at: string;
          credit_satang: number;
          due_satang: number | null;
          held_until: string | null;
          holder_id: string | null;
          missing_satang: number | null;
          note: string | null;
          object_path: string;
          order_id: string | null;
          payer_name: string | null;
          picture_hash: number | null;
          reading: string;
          reason: string | null;
          request_key: string;
          review: Json | null;
          review_key: string | null;
          reviewed_at: string | null;
          reviewed_by: string | null;
          reviewed_by_name: string | null;
          sha256: string;
          slip_id: string;
          status: string;
          surplus_satang: number | null;
          trans_ref: string | null;
          typed_satang: number;
          user_id: string | null;
          warnings: string[];
        };
        Insert: {
          accepted_satang?: number | null;
          bank_code?: string | null;
          booking_id?: string | null;
          byte_size: number;
          checker?: Json | null;
          content_type: string;
          created_at?: string;
          credit_satang?: number;
          due_satang?: number | null;
          held_until?: string | null;
          holder_id?: string | null;
          missing_satang?: number | null;
          note?: string | null;
          object_path: string;
          order_id?: string | null;
          payer_name?: string | null;
          picture_hash?: number | null;
          reading: string;
          reason?: string | null;
          request_key: string;
          review?: Json | null;
          review_key?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          reviewed_by_name?: string | null;
          sha256: string;
          slip_id: string;
          status?: string;
          surplus_satang?: number | null;
          trans_ref?: string | null;
          typed_satang: number;
          user_id?: string | null;
          warnings?: string[];
        };
        Update: {
          accepted_satang?: number | null;
          bank_code?: string | null;
          booking_id?: string | null;
          byte_size?: number;
          checker?: Json | null;
          content_type?: string;
          created_at?: string;
          credit_satang?: number;
          due_satang?: number | null;
          held_until?: string | null;
          holder_id?: string | null;
          missing_satang?: number | null;
          note?: string | null;
          object_path?: string;
          order_id?: string | null;
          payer_name?: string | null;
          picture_hash?: number | null;
          reading?: string;
          reason?: string | null;
          request_key?: string;
          review?: Json | null;
          review_key?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          reviewed_by_name?: string | null;
          sha256?: string;
          slip_id?: string;
          status?: string;
          surplus_satang?: number | null;
          trans_ref?: string | null;
          typed_satang?: number;
          user_id?: string | null;
          warnings?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_slips_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_slips_holder_id_fkey';
            columns: ['holder_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_user_roles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'bkk_slips_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
        ];
      };
      bkk_status_transitions: {
        Row: {
          action: string;
          actor: string;
          from_status: string;
          kind: string;
          to_status: string;
        };
        Insert: {
          action: string;
          actor: string;
          from_status: string;
          kind: string;
          to_status: string;
        };
        Update: {
          action?: string;
          actor?: string;
          from_status?: string;
          kind?: string;
          to_status?: string;
        };
        Relationships: [];
      };
      bkk_stock_alerts: {
        Row: {
          alert_id: string;
          created_at: string;
          email: string | null;
          language: string;
          told_at: string | null;
          user_id: string | null;
          variant_id: string;
        };
        Insert: {
          alert_id?: string;
          created_at?: string;
          email?: string | null;
          language?: string;
          told_at?: string | null;
          user_id?: string | null;
          variant_id: string;
        };
        Update: {
          alert_id?: string;
          created_at?: string;
          email?: string | null;
          language?: string;
          told_at?: string | null;
          user_id?: string | null;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_stock_alerts_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_product_variants';
            referencedColumns: ['id'];
          },
        ];
      };
      bkk_stock_movements: {
        Row: {
          created_at: string;
          created_by: string | null;
          created_by_name: string | null;
          free_after: number;
          idempotency_key: string | null;
          kind: string;
          movement_id: number;
          note: string | null;
          quantity: number;
          reference: string | null;
          reserved_after: number;
          variant_id: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          created_by_name?: string | null;
          free_after: number;
          idempotency_key?: string | null;
          kind: string;
          movement_id?: never;
          note?: string | null;
          quantity: number;
          reference?: string | null;
          reserved_after: number;
          variant_id: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          created_by_name?: string | null;
          free_after?: number;
          idempotency_key?: string | null;
          kind?: string;
          movement_id?: never;
          note?: string | null;
          quantity?: number;
          reference?: string | null;
          reserved_after?: number;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_stock_movements_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_product_variants';
            referencedColumns: ['id'];
          },
        ];
      };
      bkk_supplier_events: {
        Row: { event_id: string; received_at: string; source: string };
        Insert: { event_id: string; received_at?: string; source: string };
        Update: { event_id?: string; received_at?: string; source?: string };
        Relationships: [];
      };
      bkk_supplier_orders: {
        Row: {
          airline_reference: string | null;
          attempts: number;
          booking_id: string;
          changes: string[];
          created_at: string;
          due_at: string | null;
          last_failure: string | null;
          lease: string | null;
          offer_id: string;
          pay_by: string | null;
          polled_at: string | null;
          price_until: string | null;
          source: string;
          source_order_id: string | null;
          state: string;
          total_satang: number;
        };
        Insert: {
          airline_reference?: string | null;
          attempts?: number;
          booking_id: string;
          changes?: string[];
          created_at?: string;
          due_at?: string | null;
          last_failure?: string | null;
          lease?: string | null;
          offer_id: string;
          pay_by?: string | null;
          polled_at?: string | null;
          price_until?: string | null;
          source: string;
          source_order_id?: string | null;
          state?: string;
          total_satang: number;
        };
        Update: {
          airline_reference?: string | null;
          attempts?: number;
          booking_id?: string;
          changes?: string[];
          created_at?: string;
          due_at?: string | null;
          last_failure?: string | null;
          lease?: string | null;
          offer_id?: string;
          pay_by?: string | null;
          polled_at?: string | null;
          price_until?: string | null;
          source?: string;
          source_order_id?: string | null;
          state?: string;
          total_satang?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_supplier_orders_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_supplier_orders_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_flight_offers';
            referencedColumns: ['offer_id'];
          },
        ];
      };
      bkk_support_links: {
        Row: { expires_at: string; link_hash: string; thread_id: string };
        Insert: { expires_at: string; link_hash: string; thread_id: string };
        Update: { expires_at?: string; link_hash?: string; thread_id?: string };
        Relationships: [
          {
            foreignKeyName: 'bkk_support_links_thread_id_fkey';
            columns: ['thread_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_support_threads';
            referencedColumns: ['thread_id'];
          },
        ];
      };
      bkk_support_messages: {
        Row: {
          author: string;
          author_id: string | null;
          author_name: string | null;
          byte_size: number | null;
          content_type: string | null;
          created_at: string;
          event: string | null;
          file_name: string | null;
          message_id: string;
          number: number;
          object_path: string | null;
          text: string | null;
          thread_id: string;
        };
        Insert: {
          author: string;
          author_id?: string | null;
          author_name?: string | null;
          byte_size?: number | null;
          content_type?: string | null;
          created_at?: string;
          event?: string | null;
          file_name?: string | null;
          message_id: string;
          number?: never;
          object_path?: string | null;
          text?: string | null;
          thread_id: string;
        };
        Update: {
          author?: string;
          author_id?: string | null;
          author_name?: string | null;
          byte_size?: number | null;
          content_type?: string | null;
          created_at?: string;
          event?: string | null;
          file_name?: string | null;
          message_id?: string;
          number?: never;
          object_path?: string | null;
          text?: string | null;
          thread_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_support_messages_thread_id_fkey';
            columns: ['thread_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_support_threads';
            referencedColumns: ['thread_id'];
          },
        ];
      };
      bkk_support_threads: {
        Row: {
          agency_read_at: string | null;
          answer_due_at: string | null;
          assigned_to: string | null;
          booking_id: string | null;
          changed_at: string;
          created_at: string;
          customer_read_at: string | null;
          language: string | null;
          member_email: string | null;
          member_name: string | null;
          order_id: string | null;
          quote_id: string | null;
          reference: string | null;
          request_key: string;
          search_text: string;
          solved_at: string | null;
          status: string;
          subject: string;
          thread_id: string;
          user_id: string | null;
        };
        Insert: {
          agency_read_at?: string | null;
          answer_due_at?: string | null;
          assigned_to?: string | null;
          booking_id?: string | null;
          changed_at?: string;
          created_at?: string;
          customer_read_at?: string | null;
          language?: string | null;
          member_email?: string | null;
          member_name?: string | null;
          order_id?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          request_key: string;
          search_text?: never;
          solved_at?: string | null;
          status?: string;
          subject: string;
          thread_id?: string;
          user_id?: string | null;
        };
        Update: {
          agency_read_at?: string | null;
          answer_due_at?: string | null;
          assigned_to?: string | null;
          booking_id?: string | null;
          changed_at?: string;
          created_at?: string;
          customer_read_at?: string | null;
          language?: string | null;
          member_email?: string | null;
          member_name?: string | null;
          order_id?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          request_key?: string;
          search_text?: never;
          solved_at?: string | null;
          status?: string;
          subject?: string;
          thread_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bkk_support_threads_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'bkk_user_roles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'bkk_support_threads_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_bookings';
            referencedColumns: ['booking_id'];
          },
          {
            foreignKeyName: 'bkk_support_threads_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_orders';
            referencedColumns: ['order_id'];
          },
          {
            foreignKeyName: 'bkk_support_threads_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'bkk_quote_requests';
            referencedColumns: ['quote_id'];
          },
        ];
      };
      bkk_travellers: {
        Row: {
          birth_date: string | null;
          created_at: string;
          first_name: string | null;
          last_name: string;
          nationality: string | null;
          passport_ending: string | null;
          passport_expires_on: string | null;
          passport_saved_at: string | null;
          passport_sealed: string | null;
          traveller_id: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          birth_date?: string | null;
          created_at?: string;
          first_name?: string | null;
          last_name: string;
          nationality?: string | null;
          passport_ending?: string | null;
          passport_expires_on?: string | null;
          passport_saved_at?: string | null;
          passport_sealed?: string | null;
          traveller_id: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          birth_date?: string | null;
          created_at?: string;
          first_name?: string | null;
          last_name?: string;
          nationality?: string | null;
          passport_ending?: string | null;
          passport_expires_on?: string | null;
          passport_saved_at?: string | null;
          passport_sealed?: string | null;
          traveller_id?: string;
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
      bkk_visitor_attempts: {
        Row: { attempts: number; key: string; since: string };
        Insert: { attempts: number; key: string; since: string };
        Update: { attempts?: number; key?: string; since?: string };
        Relationships: [];
      };
    };
    Views: {
      bkk_airline_news_search_view: {
        Row: {
          created_at: string | null;
          excerpt: string | null;
          id: string | null;
          is_public: boolean | null;
          search_text: string | null;
          title: string | null;
          updated_at: string | null;
        };
        Insert: {
          created_at?: string | null;
          excerpt?: string | null;
          id?: string | null;
          is_public?: boolean | null;
          search_text?: never;
          title?: string | null;
          updated_at?: string | null;
        };
        Update: {
          created_at?: string | null;
          excerpt?: string | null;
          id?: string | null;
          is_public?: boolean | null;
          search_text?: never;
          title?: string | null;
          updated_at?: string | null;
        };
        Relationships: [];
      };
      bkk_approvals_admin_view: {
        Row: {
          amount_satang: number | null;
          approval_id: string | null;
          asked_at: string | null;
          asked_by_name: string | null;
          booking_id: string | null;
          booking_status: string | null;
          call: Json | null;
          decided_at: string | null;
          decided_by_name: string | null;
          decided_note: string | null;
          decision: string | null;
          due_at: string | null;
          email: string | null;
          full_name: string | null;
          is_mine: boolean | null;
          kind: string | null;
          note: string | null;
          order_id: string | null;
          reference: string | null;
          search_text: string | null;
          user_id: string | null;
        };
        Relationships: [];
      };
      bkk_booking_payments_admin_view: {
        Row: {
          amount_satang: number | null;
          bank_reference: string | null;
          booking_id: string | null;
          note: string | null;
          payment_id: string | null;
          received_at: string | null;
          recorded_at: string | null;
          recorded_by_name: string | null;
          reverses: string | null;
        };
        Insert: {
          amount_satang?: number | null;
          bank_reference?: string | null;
          booking_id?: string | null;
          note?: string | null;
          payment_id?: string | null;
          received_at?: string | null;
          recorded_at?: string | null;
          recorded_by_name?: string | null;
          reverses?: string | null;
        };
        Update: {
          amount_satang?: number | null;
          bank_reference?: string | null;
          booking_id?: string | null;
          note?: string | null;
          payment_id?: string | null;
          received_at?: string | null;
          recorded_at?: string | null;
          recorded_by_name?: string | null;
          reverses?: string | null;
        };
        Relationships: [];
      };
      bkk_bookings_admin_view: {
        Row: {
          assigned_name: string | null;
          assigned_to: string | null;
          balance_due_at: string | null;
          balance_satang: number | null;
          booking_id: string | null;
          created_at: string | null;
          departs_on: string | null;
          deposit_due_at: string | null;
          deposit_satang: number | null;
          destination: string | null;
          due_at: string | null;
          email: string | null;
          flags: string[] | null;
          flight_id: string | null;
          full_name: string | null;
          has_all_names: boolean | null;
          hold_expires_at: string | null;
          is_mine: boolean | null;
          names_due_at: string | null;
          offer_version: number | null;
          origin: string | null;
          paid_satang: number | null;
          passengers: number | null;
          pax_adt: number | null;
          pax_chd: number | null;
          pax_inf: number | null;
          pnr: string | null;
          quote_id: string | null;
          reference: string | null;
          returns_on: string | null;
          review_until: string | null;
          search_text: string | null;
          slip_name: string | null;
          status: string | null;
          total_satang: number | null;
          updated_at: string | null;
          user_id: string | null;
          version: number | null;
        };
        Insert: {
          assigned_name?: never;
          assigned_to?: string | null;
          balance_due_at?: string | null;
          balance_satang?: never;
          booking_id?: string | null;
          created_at?: string | null;
          departs_on?: string | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          destination?: string | null;
          due_at?: string | null;
          email?: string | null;
          flags?: string[] | null;
          flight_id?: string | null;
          full_name?: string | null;
          has_all_names?: boolean | null;
          hold_expires_at?: string | null;
          is_mine?: never;
          names_due_at?: string | null;
          offer_version?: number | null;
          origin?: string | null;
          paid_satang?: number | null;
          passengers?: never;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          pnr?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          returns_on?: string | null;
          review_until?: string | null;
          search_text?: string | null;
          slip_name?: string | null;
          status?: string | null;
          total_satang?: number | null;
          updated_at?: string | null;
          user_id?: string | null;
          version?: number | null;
        };
        Update: {
          assigned_name?: never;
          assigned_to?: string | null;
          balance_due_at?: string | null;
          balance_satang?: never;
          booking_id?: string | null;
          created_at?: string | null;
          departs_on?: string | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          destination?: string | null;
          due_at?: string | null;
          email?: string | null;
          flags?: string[] | null;
          flight_id?: string | null;
          full_name?: string | null;
          has_all_names?: boolean | null;
          hold_expires_at?: string | null;
          is_mine?: never;
          names_due_at?: string | null;
          offer_version?: number | null;
          origin?: string | null;
          paid_satang?: number | null;
          passengers?: never;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          pnr?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          returns_on?: string | null;
          review_until?: string | null;
          search_text?: string | null;
          slip_name?: string | null;
          status?: string | null;
          total_satang?: number | null;
          updated_at?: string | null;
          user_id?: string | null;
          version?: number | null;
        };
        Relationships: [];
      };
      bkk_credit_postings_admin_view: {
        Row: {
          bank_satang: number | null;
          booking_id: string | null;
          booking_satang: number | null;
          created_at: string | null;
          created_by_name: string | null;
          credit_after_satang: number | null;
          credit_satang: number | null;
          email: string | null;
          full_name: string | null;
          kind: string | null;
          note: string | null;
          number: number | null;
          order_id: string | null;
          order_satang: number | null;
          payment_id: string | null;
          posting_id: string | null;
          received_at: string | null;
          reference: string | null;
          slip_id: string | null;
          user_id: string | null;
        };
        Relationships: [];
      };
      bkk_flights_admin_view: {
        Row: {
          airline: string | null;
          arrives_at: string | null;
          arrives_days: number | null;
          cabin: string | null;
          departs_at: string | null;
          destination: string | null;
          fares: number | null;
          first_day: string | null;
          flight_id: number | null;
          free_seats: number | null;
          from_satang: number | null;
          last_day: string | null;
          number: string | null;
          origin: string | null;
          route: string | null;
          search_text: string | null;
          state: string | null;
          version: number | null;
          weekdays: number[] | null;
        };
        Insert: {
          airline?: string | null;
          arrives_at?: string | null;
          arrives_days?: number | null;
          cabin?: string | null;
          departs_at?: string | null;
          destination?: string | null;
          fares?: never;
          first_day?: string | null;
          flight_id?: number | null;
          free_seats?: never;
          from_satang?: never;
          last_day?: string | null;
          number?: never;
          origin?: string | null;
          route?: never;
          search_text?: never;
          state?: never;
          version?: number | null;
          weekdays?: number[] | null;
        };
        Update: {
          airline?: string | null;
          arrives_at?: string | null;
          arrives_days?: number | null;
          cabin?: string | null;
          departs_at?: string | null;
          destination?: string | null;
          fares?: never;
          first_day?: string | null;
          flight_id?: number | null;
          free_seats?: never;
          from_satang?: never;
          last_day?: string | null;
          number?: never;
          origin?: string | null;
          route?: never;
          search_text?: never;
          state?: never;
          version?: number | null;
          weekdays?: number[] | null;
        };
        Relationships: [];
      };
      bkk_group_requests_admin_view: {
        Row: {
          assigned_name: string | null;
          assigned_to: string | null;
          budget_satang: number | null;
          cabin: string | null;
          created_at: string | null;
          dep_date: string | null;
          destination: string | null;
          email: string | null;
          flexible_days: number | null;
          full_name: string | null;
          is_mine: boolean | null;
          notes: string | null;
          number: string | null;
          opened_by: string | null;
          opened_until: string | null;
          origin: string | null;
          pax_adt: number | null;
          pax_chd: number | null;
          pax_inf: number | null;
          preferred_airlines: string[] | null;
          quote_id: string | null;
          search_text: string | null;
          status: string | null;
          turn: string | null;
          updated_at: string | null;
          user_id: string | null;
          version: number | null;
          waiting_since: string | null;
        };
        Relationships: [];
      };
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
      bkk_orders_admin_view: {
        Row: {
          arrives_on: string | null;
          carrier: string | null;
          country: string | null;
          created_at: string | null;
          delivery_satang: number | null;
          email: string | null;
          ended_at: string | null;
          is_guest: boolean | null;
          is_open: boolean | null;
          items_satang: number | null;
          language: string | null;
          lines: number | null;
          method: string | null;
          name: string | null;
          number: string | null;
          order_id: string | null;
          paid_at: string | null;
          paid_satang: number | null;
          parcel_number: string | null;
          pay_by: string | null;
          phone: string | null;
          quantity: number | null;
          return_asked_at: string | null;
          return_open: boolean | null;
          review_until: string | null;
          search_text: string | null;
          shipped_at: string | null;
          status: string | null;
          title: string | null;
          title_th: string | null;
          total_satang: number | null;
          updated_at: string | null;
          user_id: string | null;
          version: number | null;
          weight_grams: number | null;
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
          search_text: string | null;
          user_id: string | null;
        };
        Relationships: [];
      };
      bkk_products_admin_view: {
        Row: {
          created_at: string | null;
          currency: string | null;
          free: number | null;
          from_cents: number | null;
          id: string | null;
          is_hidden: boolean | null;
          position: number | null;
          purchasable: boolean | null;
          reserved: number | null;
          search_text: string | null;
          sold: number | null;
          state: string | null;
          stock: string | null;
          subtitle: string | null;
          subtitle_th: string | null;
          thumbnail: string | null;
          title: string | null;
          title_th: string | null;
          updated_at: string | null;
          variants: number | null;
          version: number | null;
        };
        Relationships: [];
      };
      bkk_quote_offers_admin_view: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          balance_due_at: string | null;
          conditions: Json | null;
          deposit_due_at: string | null;
          deposit_satang: number | null;
          hold_expires_at: string | null;
          internal_notes: string | null;
          lines: Json | null;
          margin_satang: number | null;
          names_due_at: string | null;
          pax_adt: number | null;
          pax_chd: number | null;
          pax_inf: number | null;
          quote_id: string | null;
          seats_reason: string | null;
          segments: Json | null;
          sent_at: string | null;
          sent_by: string | null;
          state: string | null;
          total_satang: number | null;
          valid_until: string | null;
          version: number | null;
        };
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          balance_due_at?: string | null;
          conditions?: Json | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          hold_expires_at?: string | null;
          internal_notes?: string | null;
          lines?: Json | null;
          margin_satang?: number | null;
          names_due_at?: string | null;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          quote_id?: string | null;
          seats_reason?: string | null;
          segments?: Json | null;
          sent_at?: string | null;
          sent_by?: string | null;
          state?: string | null;
          total_satang?: number | null;
          valid_until?: string | null;
          version?: number | null;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          balance_due_at?: string | null;
          conditions?: Json | null;
          deposit_due_at?: string | null;
          deposit_satang?: number | null;
          hold_expires_at?: string | null;
          internal_notes?: string | null;
          lines?: Json | null;
          margin_satang?: number | null;
          names_due_at?: string | null;
          pax_adt?: number | null;
          pax_chd?: number | null;
          pax_inf?: number | null;
          quote_id?: string | null;
          seats_reason?: string | null;
          segments?: Json | null;
          sent_at?: string | null;
          sent_by?: string | null;
          state?: string | null;
          total_satang?: number | null;
          valid_until?: string | null;
          version?: number | null;
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
          search_text: string | null;
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
          search_text?: never;
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
          search_text?: never;
          status?: string | null;
          updated_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      bkk_receipts_admin_view: {
        Row: {
          amount_satang: number | null;
          booking_id: string | null;
          buyer_name: string | null;
          dated_at: string | null;
          issued_at: string | null;
          number: number | null;
          order_id: string | null;
          receipt_id: string | null;
          reference: string | null;
          replaced_by: string | null;
          search_text: string | null;
          series: string | null;
          vat_satang: number | null;
          void_kind: string | null;
          voided_at: string | null;
          year: number | null;
        };
        Insert: {
          amount_satang?: number | null;
          booking_id?: string | null;
          buyer_name?: never;
          dated_at?: string | null;
          issued_at?: string | null;
          number?: number | null;
          order_id?: string | null;
          receipt_id?: string | null;
          reference?: never;
          replaced_by?: never;
          search_text?: string | null;
          series?: string | null;
          vat_satang?: number | null;
          void_kind?: string | null;
          voided_at?: string | null;
          year?: number | null;
        };
        Update: {
          amount_satang?: number | null;
          booking_id?: string | null;
          buyer_name?: never;
          dated_at?: string | null;
          issued_at?: string | null;
          number?: number | null;
          order_id?: string | null;
          receipt_id?: string | null;
          reference?: never;
          replaced_by?: never;
          search_text?: string | null;
          series?: string | null;
          vat_satang?: number | null;
          void_kind?: string | null;
          voided_at?: string | null;
          year?: number | null;
        };
        Relationships: [];
      };
      bkk_refunds_admin_view: {
        Row: {
          account_ending: string | null;
          account_name: string | null;
          amount_satang: number | null;
          approval_id: string | null;
          arrival: string | null;
          bank_code: string | null;
          bank_reference: string | null;
          booking_id: string | null;
          booking_status: string | null;
          conditions: Json | null;
          created_at: string | null;
          decided_at: string | null;
          departs_on: string | null;
          destination: string | null;
          email: string | null;
          ended_at: string | null;
          fee_satang: number | null;
          full_name: string | null;
          is_mine: boolean | null;
          order_id: string | null;
          origin: string | null;
          owner_id: string | null;
          owner_name: string | null;
          paid_satang: number | null;
          promised_on: string | null;
          reference: string | null;
          refund_id: string | null;
          search_text: string | null;
          status: string | null;
          user_id: string | null;
          version: number | null;
        };
        Relationships: [];
      };
      bkk_slips_admin_view: {
        Row: {
          accepted_satang: number | null;
          bank_code: string | null;
          booking_id: string | null;
          booking_status: string | null;
          booking_version: number | null;
          byte_size: number | null;
          checker: Json | null;
          content_type: string | null;
          created_at: string | null;
          credit_satang: number | null;
          departs_on: string | null;
          deposit_satang: number | null;
          destination: string | null;
          due_at: string | null;
          due_satang: number | null;
          email: string | null;
          full_name: string | null;
          held_until: string | null;
          holder_id: string | null;
          holder_name: string | null;
          is_mine: boolean | null;
          missing_satang: number | null;
          note: string | null;
          object_path: string | null;
          order_id: string | null;
          origin: string | null;
          paid_satang: number | null;
          passengers: number | null;
          payer_name: string | null;
          reading: string | null;
          reason: string | null;
          reference: string | null;
          returns_on: string | null;
          reviewed_at: string | null;
          reviewed_by_name: string | null;
          search_text: string | null;
          slip_id: string | null;
          status: string | null;
          surplus_satang: number | null;
          total_satang: number | null;
          trans_ref: string | null;
          typed_satang: number | null;
          user_id: string | null;
          warnings: string[] | null;
        };
        Relationships: [];
      };
      bkk_support_threads_admin_view: {
        Row: {
          agency_read_at: string | null;
          answer_due_at: string | null;
          assigned_name: string | null;
          assigned_to: string | null;
          booking_id: string | null;
          changed_at: string | null;
          created_at: string | null;
          customer_read_at: string | null;
          email: string | null;
          full_name: string | null;
          is_mine: boolean | null;
          language: string | null;
          number: string | null;
          order_id: string | null;
          quote_id: string | null;
          reference: string | null;
          search_text: string | null;
          solved_at: string | null;
          status: string | null;
          subject: string | null;
          thread_id: string | null;
          user_id: string | null;
        };
        Insert: {
          agency_read_at?: string | null;
          answer_due_at?: string | null;
          assigned_name?: never;
          assigned_to?: string | null;
          booking_id?: string | null;
          changed_at?: string | null;
          created_at?: string | null;
          customer_read_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_mine?: never;
          language?: never;
          number?: never;
          order_id?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          search_text?: string | null;
          solved_at?: string | null;
          status?: string | null;
          subject?: string | null;
          thread_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          agency_read_at?: string | null;
          answer_due_at?: string | null;
          assigned_name?: never;
          assigned_to?: string | null;
          booking_id?: string | null;
          changed_at?: string | null;
          created_at?: string | null;
          customer_read_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_mine?: never;
          language?: never;
          number?: never;
          order_id?: string | null;
          quote_id?: string | null;
          reference?: string | null;
          search_text?: string | null;
          solved_at?: string | null;
          status?: string | null;
          subject?: string | null;
          thread_id?: string | null;
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
      bkk_users_search_view: {
        Row: {
          created_at: string | null;
          email: string | null;
          full_name: string | null;
          is_active: boolean | null;
          role: string | null;
          search_text: string | null;
          user_id: string | null;
        };
        Insert: {
          created_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean | null;
          role?: string | null;
          search_text?: never;
          user_id?: string | null;
        };
        Update: {
          created_at?: string | null;
          email?: string | null;
          full_name?: string | null;
          is_active?: boolean | null;
          role?: string | null;
          search_text?: never;
          user_id?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      bkk_accept_offer: {
        Args: { p_quote_id: string; p_version: number; p_phone?: string };
        Returns: Json;
      };
      bkk_account_email: { Args: never; Returns: string };
      bkk_add_push_subscription: {
        Args: { p_endpoint: string; p_p256dh: string; p_auth: string };
        Returns: undefined;
      };
      bkk_admin_account_states: { Args: { p_user_ids: string[] }; Returns: Json };
      bkk_admin_adjust_stock: {
        Args: {
          p_variant_id: string;
          p_kind: string;
          p_quantity: number;
          p_note: string;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_answer_support: {
        Args: { p_thread_id: string; p_message_id: string; p_text: string; p_is_note?: boolean };
        Returns: undefined;
      };
      bkk_admin_assign_booking: {
        Args: { p_booking_id: string; p_to?: string; p_expected?: string };
        Returns: Json;
      };
      bkk_admin_assign_request: {
        Args: { p_quote_id: string; p_to?: string; p_expected?: string };
        Returns: Json;
      };
      bkk_admin_assign_thread: {
        Args: { p_thread_id: string; p_to?: string; p_expected?: string };
        Returns: Json;
      };
      bkk_admin_bank_lines: {
        Args: { p_state?: string; p_before_at?: string; p_before_id?: string; p_limit?: number };
        Returns: Json;
      };
      bkk_admin_cancel_booking: {
        Args: { p_booking_id: string; p_version: number; p_reason: string };
        Returns: undefined;
      };
      bkk_admin_cancel_request: {
        Args: { p_quote_id: string; p_version: number; p_reason: string };
        Returns: undefined;
      };
      bkk_admin_change_credit: {
        Args: {
          p_user_id: string;
          p_amount_satang: number;
          p_note: string;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_clear_flag: {
        Args: { p_booking_id: string; p_version: number; p_flag: string; p_note: string };
        Returns: undefined;
      };
      bkk_admin_confirm_bank_line: {
        Args: { p_line_id: string; p_posting_id: string };
        Returns: undefined;
      };
      bkk_admin_count_bookings: {
        Args: { p_search?: string; p_reference?: string };
        Returns: Json;
      };
      bkk_admin_count_flights: {
        Args: { p_search?: string; p_route?: string; p_airline?: string };
        Returns: Json;
      };
      bkk_admin_count_orders: { Args: { p_search?: string; p_number?: string }; Returns: Json };
      bkk_admin_count_products: { Args: { p_search?: string }; Returns: Json };
      bkk_admin_count_receipts: {
        Args: { p_search?: string; p_first?: string; p_last?: string };
        Returns: Json;
      };
      bkk_admin_count_refunds: { Args: { p_search?: string }; Returns: Json };
      bkk_admin_count_requests: { Args: { p_search?: string }; Returns: Json };
      bkk_admin_count_slips: { Args: { p_search?: string }; Returns: Json };
      bkk_admin_count_threads: { Args: { p_search?: string }; Returns: Json };
      bkk_admin_decide_approval: {
        Args: { p_approval_id: string; p_approve: boolean; p_note: string };
        Returns: Json;
      };
      bkk_admin_decide_refund: {
        Args: {
          p_refund_id: string;
          p_fee_satang: number;
          p_note: string;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_delete_flight: {
        Args: { p_flight_id: number; p_version: number };
        Returns: undefined;
      };
      bkk_admin_delete_view: { Args: { p_view_id: string }; Returns: undefined };
      bkk_admin_dismiss_setup: { Args: { p_is_dismissed: boolean }; Returns: undefined };
      bkk_admin_erase_thread: { Args: { p_thread_id: string }; Returns: undefined };
      bkk_admin_erase_user: { Args: { p_user_id: string }; Returns: undefined };
      bkk_admin_export_user: { Args: { p_user_id: string }; Returns: Json };
      bkk_admin_extend_hold: {
        Args: { p_booking_id: string; p_version: number; p_hold_expires_at: string };
        Returns: undefined;
      };
      bkk_admin_finance_admins: {
        Args: { p_first: string; p_last: string; p_after?: string; p_limit?: number };
        Returns: Json;
      };
      bkk_admin_finance_agreement: { Args: { p_first: string; p_last: string }; Returns: Json };
      bkk_admin_finance_bookings: {
        Args: {
          p_first: string;
          p_last: string;
          p_before_at?: string;
          p_before_number?: number;
          p_limit?: number;
        };
        Returns: Json;
      };
      bkk_admin_finance_days: { Args: { p_first: string; p_last: string }; Returns: Json };
      bkk_admin_finance_movements: {
        Args: {
          p_first: string;
          p_last: string;
          p_after_at?: string;
          p_after_number?: number;
          p_limit?: number;
        };
        Returns: Json;
      };
      bkk_admin_finance_sums: { Args: never; Returns: Json };
      bkk_admin_has_unconfirmed_sign_up: { Args: { p_email: string }; Returns: boolean };
      bkk_admin_ignore_bank_line: {
        Args: { p_line_id: string; p_note: string };
        Returns: undefined;
      };
      bkk_admin_import_bank_lines: {
        Args: { p_lines: Json; p_account: string; p_file_name: string; p_is_preview?: boolean };
        Returns: Json;
      };
      bkk_admin_import_flights: { Args: { p_flights: Json }; Returns: number };
      bkk_admin_import_products: { Args: { p_products: Json }; Returns: number };
      bkk_admin_invite_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_leave_slip: { Args: { p_slip_id: string }; Returns: undefined };
      bkk_admin_move_order: {
        Args: { p_order_id: string; p_version: number; p_action: string; p_details?: Json };
        Returns: Json;
      };
      bkk_admin_move_orders: {
        Args: { p_orders: Json; p_action: string; p_details?: Json };
        Returns: Json;
      };
      bkk_admin_open_request: { Args: { p_quote_id: string }; Returns: Json };
      bkk_admin_open_test_mail: { Args: { p_token: string }; Returns: boolean };
      bkk_admin_pay_refund: {
        Args: { p_refund_id: string; p_paid_at: string; p_bank_reference: string };
        Returns: Json;
      };
      bkk_admin_pay_supplier_order: {
        Args: { p_booking_id: string; p_version: number };
        Returns: undefined;
      };
      bkk_admin_plan_refund: {
        Args: { p_refund_id: string; p_version: number; p_promised_on: string; p_owner_id: string };
        Returns: undefined;
      };
      bkk_admin_post_bank_line: {
        Args: { p_line_id: string; p_booking_id: string; p_idempotency_key: string };
        Returns: Json;
      };
      bkk_admin_price_booking: {
        Args: {
          p_booking_id: string;
          p_version: number;
          p_lines: Json;
          p_total_satang: number;
          p_deposit_satang?: number;
          p_balance_due_at?: string;
          p_names_due_at?: string;
        };
        Returns: undefined;
      };
      bkk_admin_read_thread: { Args: { p_thread_id: string }; Returns: undefined };
      bkk_admin_record_payment: {
        Args: {
          p_booking_id: string;
          p_version: number;
          p_amount_satang: number;
          p_received_at: string;
          p_bank_reference: string;
          p_note: string;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_refuse_deposit: {
        Args: { p_booking_id: string; p_version: number; p_reason_en: string; p_reason_th: string };
        Returns: undefined;
      };
      bkk_admin_reopen_bank_line: { Args: { p_line_id: string }; Returns: undefined };
      bkk_admin_retry_message: { Args: { p_id: string }; Returns: undefined };
      bkk_admin_reverse_payment: {
        Args: { p_payment_id: string; p_note: string; p_idempotency_key: string };
        Returns: Json;
      };
      bkk_admin_review_slip: {
        Args: {
          p_slip_id: string;
          p_accept: boolean;
          p_amount_satang: number;
          p_received_at: string;
          p_reason: string;
          p_note: string;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_route_sales: { Args: { p_days: number }; Returns: Json };
      bkk_admin_save_agency: { Args: { p_version: number; p_details: Json }; Returns: Json };
      bkk_admin_save_delivery_rates: {
        Args: { p_version: number; p_rates: Json; p_offers_pickup: boolean };
        Returns: Json;
      };
      bkk_admin_save_flight: {
        Args: { p_flight_id: number; p_version: number; p_flight: Json };
        Returns: number;
      };
      bkk_admin_save_product: {
        Args: {
          p_product_id: string;
          p_version: number;
          p_product: Json;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_admin_save_view: {
        Args: { p_view_id: string; p_list: string; p_name: string; p_query: string };
        Returns: undefined;
      };
      bkk_admin_send_offer: {
        Args: { p_quote_id: string; p_version: number; p_offer: Json };
        Returns: number;
      };
      bkk_admin_send_test_mail: { Args: never; Returns: undefined };
      bkk_admin_set_departure: {
        Args: { p_fare_id: number; p_day: string; p_total: number; p_is_closed: boolean };
        Returns: undefined;
      };
      bkk_admin_set_departures: {
        Args: {
          p_fare_ids: number[];
          p_first_day: string;
          p_last_day: string;
          p_weekdays: number[];
          p_total: number;
          p_is_closed: boolean;
        };
        Returns: number;
      };
      bkk_admin_set_product_state: {
        Args: { p_product_id: string; p_version: number; p_state: string };
        Returns: number;
      };
      bkk_admin_set_quote_status: {
        Args: { p_quote_id: string; p_from: string; p_to: string };
        Returns: undefined;
      };
      bkk_admin_set_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_set_thread_status: {
        Args: { p_thread_id: string; p_status: string; p_expected: string };
        Returns: undefined;
      };
      bkk_admin_setup: { Args: never; Returns: Json };
      bkk_admin_shelf: { Args: { p_variant_ids: string[] }; Returns: Json };
      bkk_admin_sum_bookings: {
        Args: { p_filter?: string; p_search?: string; p_reference?: string };
        Returns: Json;
      };
      bkk_admin_sum_orders: {
        Args: { p_filter?: string; p_search?: string; p_number?: string };
        Returns: Json;
      };
      bkk_admin_take_slip: { Args: { p_slip_id: string }; Returns: Json };
      bkk_admin_ticket: {
        Args: {
          p_booking_id: string;
          p_version: number;
          p_pnr: string;
          p_ticket_numbers: string[];
          p_reason?: string;
        };
        Returns: undefined;
      };
      bkk_admin_ticket_request: {
        Args: { p_quote_id: string; p_version: number };
        Returns: undefined;
      };
      bkk_admin_toggle_active: {
        Args: { p_user_id: string; p_active: boolean };
        Returns: undefined;
      };
      bkk_admin_void_receipt: {
        Args: { p_receipt_id: string; p_reason: string };
        Returns: undefined;
      };
      bkk_agency_mail_data: { Args: never; Returns: Json };
      bkk_agency_profile: { Args: never; Returns: Json };
      bkk_approval_mail_data: { Args: { p_approval_id: string }; Returns: Json };
      bkk_ask_offer_change: {
        Args: { p_quote_id: string; p_version: number; p_message: string };
        Returns: undefined;
      };
      bkk_ask_order_link: {
        Args: { p_network: string; p_address: string; p_number: string; p_email: string };
        Returns: undefined;
      };
      bkk_ask_return: {
        Args: { p_order_id: string; p_version: number; p_reason: string };
        Returns: Json;
      };
      bkk_ask_stock_alert: { Args: { p_variant_id: string }; Returns: undefined };
      bkk_ask_visitor_stock_alert: {
        Args: { p_network: string; p_variant_id: string; p_email: string; p_language: string };
        Returns: undefined;
      };
      bkk_begin_flight_search: {
        Args: { p_key: string; p_network: string; p_network_limit: number; p_limit: number };
        Returns: Json;
      };
      bkk_booking_mail_data: { Args: { p_booking_id: string }; Returns: Json };
      bkk_cancel_booking: {
        Args: { p_booking_id: string; p_version: number; p_reason?: string };
        Returns: undefined;
      };
      bkk_cancel_order: {
        Args: { p_order_id: string; p_version: number; p_reason?: string };
        Returns: Json;
      };
      bkk_cancel_request: { Args: { p_quote_id: string; p_version: number }; Returns: undefined };
      bkk_check_guest_slip: { Args: { p_link_hash: string; p_request_key: string }; Returns: Json };
      bkk_check_slip: {
        Args: { p_booking_id: string; p_request_key: string; p_order_id?: string };
        Returns: Json;
      };
      bkk_check_support_file: {
        Args: { p_thread_id: string; p_message_id: string };
        Returns: string;
      };
      bkk_check_visitor_file: {
        Args: { p_link_hash: string; p_message_id: string };
        Returns: string;
      };
      bkk_count_messages: { Args: never; Returns: Json };
      bkk_decline_offer: {
        Args: { p_quote_id: string; p_version: number; p_reason?: string };
        Returns: undefined;
      };
      bkk_delete_push_subscription: { Args: { p_endpoint: string }; Returns: undefined };
      bkk_delete_supplier_hold: {
        Args: { p_booking_id: string; p_lease: string };
        Returns: boolean;
      };
      bkk_delete_traveller: { Args: { p_traveller_id: string }; Returns: undefined };
      bkk_flight_offer: { Args: { p_id: string }; Returns: Json };
      bkk_fold_text: { Args: { p_text: string }; Returns: string };
      bkk_guest_order: {
        Args: { p_link_hash: string; p_version?: number; p_action?: string; p_reason?: string };
        Returns: Json;
      };
      bkk_guest_receipt: { Args: { p_link_hash: string; p_receipt_id: string }; Returns: Json };
      bkk_has_feature: { Args: { p_name: string }; Returns: boolean };
      bkk_hold_booking: {
        Args: {
          p_request_key: string;
          p_flight_id: string;
          p_passengers: Json;
          p_email: string;
          p_phone: string;
          p_notes: string;
          p_slip_name?: string;
          p_expected_total_satang?: number;
        };
        Returns: Json;
      };
      bkk_hold_supplier_booking: {
        Args: {
          p_user_id: string;
          p_request_key: string;
          p_offer_id: string;
          p_passengers: Json;
          p_email: string;
          p_phone: string;
          p_notes: string;
          p_expected_total_satang: number;
        };
        Returns: Json;
      };
      bkk_is_active: { Args: never; Returns: boolean };
      bkk_is_admin: { Args: never; Returns: boolean };
      bkk_issue_order_link: {
        Args: { p_order_id: string; p_link_hash: string };
        Returns: undefined;
      };
      bkk_issue_support_link: {
        Args: { p_thread_id: string; p_link_hash: string };
        Returns: undefined;
      };
      bkk_job_states: { Args: never; Returns: Json };
      bkk_lease_messages: { Args: { p_limit: number; p_lease_seconds: number }; Returns: Json };
      bkk_lease_supplier_orders: {
        Args: { p_limit: number; p_lease_seconds: number; p_booking_id?: string };
        Returns: Json;
      };
      bkk_line_recipient: { Args: { p_user_id: string }; Returns: string };
      bkk_link_line: { Args: { p_code: string; p_line_user_id: string }; Returns: Json };
      bkk_mark_notifications_read: { Args: { p_ids?: string[] }; Returns: number };
      bkk_message_failed: {
        Args: { p_id: string; p_lease: string; p_reason: string; p_is_final: boolean };
        Returns: Json;
      };
      bkk_message_sent: { Args: { p_id: string; p_lease: string }; Returns: boolean };
      bkk_my_bookings: { Args: { p_offset: number; p_limit: number }; Returns: Json };
      bkk_notification_channels: { Args: never; Returns: Json };
      bkk_one_name_style: { Args: never; Returns: string };
      bkk_open_refund_account: {
        Args: { p_refund_id: string; p_admin_id: string };
        Returns: string;
      };
      bkk_open_support_thread: {
        Args: {
          p_request_key: string;
          p_subject: string;
          p_text: string;
          p_booking_id?: string;
          p_quote_id?: string;
          p_order_id?: string;
        };
        Returns: string;
      };
      bkk_open_visitor_thread: {
        Args: { p_request_key: string; p_network: string; p_address: string; p_ticket: Json };
        Returns: undefined;
      };
      bkk_order_mail_data: { Args: { p_order_id: string; p_slip_id?: string }; Returns: Json };
      bkk_own_seats_offer: { Args: { p_flight_id: string }; Returns: Json };
      bkk_password_verification_attempt: { Args: { event: Json }; Returns: Json };
      bkk_pay_order_with_credit: { Args: { p_order_id: string; p_version: number }; Returns: Json };
      bkk_pay_with_credit: {
        Args: {
          p_booking_id: string;
          p_version: number;
          p_amount_satang: number;
          p_idempotency_key: string;
        };
        Returns: Json;
      };
      bkk_place_order: {
        Args: { p_user_id: string; p_network: string; p_order: Json };
        Returns: Json;
      };
      bkk_post_support_message: {
        Args: { p_thread_id: string; p_message_id: string; p_text: string };
        Returns: undefined;
      };
      bkk_push_recipient: { Args: { p_subscription_id: string; p_user_id: string }; Returns: Json };
      bkk_push_subscription_ended: {
        Args: { p_subscription_id: string; p_user_id: string };
        Returns: undefined;
      };
      bkk_read_support_thread: { Args: { p_thread_id: string }; Returns: undefined };
      bkk_receipt_mail_data: {
        Args: {
          p_payment_id?: string;
          p_slip_id?: string;
          p_posting_id?: string;
          p_receipt_id?: string;
        };
        Returns: Json;
      };
      bkk_receive_supplier_event: {
        Args: { p_source: string; p_event_id: string; p_order_id: string };
        Returns: boolean;
      };
      bkk_record_slip: { Args: { p_user_id: string; p_slip: Json }; Returns: Json };
      bkk_record_supplier_order: {
        Args: { p_booking_id: string; p_lease: string; p_seen: Json };
        Returns: Json;
      };
      bkk_record_support_file: {
        Args: { p_thread_id: string; p_author: string; p_author_id: string; p_message: Json };
        Returns: string;
      };
      bkk_refund_mail_data: { Args: { p_refund_id: string }; Returns: Json };
      bkk_remove_invisible: { Args: { p_text: string }; Returns: string };
      bkk_renew_message: {
        Args: { p_id: string; p_lease: string; p_lease_seconds: number };
        Returns: boolean;
      };
      bkk_request_flight_offer: {
        Args: { p_request_key: string; p_offer_id: string; p_notes: string };
        Returns: string;
      };
      bkk_request_mail_data: {
        Args: { p_quote_id: string; p_offer_version?: number };
        Returns: Json;
      };
      bkk_request_quote: {
        Args: {
          p_legs: Json;
          p_adults: number;
          p_children: number;
          p_infants: number;
          p_cabin: string;
          p_flexible_days: number;
          p_preferred_airlines: string[];
          p_budget_satang: number;
          p_notes: string;
          p_request_key: string;
        };
        Returns: string;
      };
      bkk_require_feature: { Args: { p_name: string }; Returns: undefined };
      bkk_run_job: { Args: { p_name: string }; Returns: Json };
      bkk_save_receipt_buyer: { Args: { p_buyer: Json; p_receipt_ids?: string[] }; Returns: Json };
      bkk_save_traveller: {
        Args: {
          p_traveller_id: string;
          p_first_name: string;
          p_last_name: string;
          p_birth_date?: string;
          p_nationality?: string;
          p_passport_expires_on?: string;
        };
        Returns: undefined;
      };
      bkk_search_flight_days: {
        Args: {
          p_legs: Json;
          p_cabin: string;
          p_adults: number;
          p_children?: number;
          p_infants?: number;
        };
        Returns: Json;
      };
      bkk_search_flights: {
        Args: {
          p_legs: Json;
          p_cabin: string;
          p_adults: number;
          p_children?: number;
          p_infants?: number;
        };
        Returns: Json;
      };
      bkk_set_passengers: {
        Args: { p_booking_id: string; p_version: number; p_passengers: Json };
        Returns: undefined;
      };
      bkk_set_receipt_buyer: { Args: { p_receipt_id: string; p_buyer: Json }; Returns: Json };
      bkk_slip_mail_data: { Args: { p_slip_id: string }; Returns: Json };
      bkk_solve_support_thread: { Args: { p_thread_id: string }; Returns: undefined };
      bkk_start_line_link: { Args: never; Returns: Json };
      bkk_stock_mail_data: { Args: { p_alert_id: string }; Returns: Json };
      bkk_store_flight_offers: {
        Args: { p_key: string; p_source: string; p_request_id: string; p_offers: string };
        Returns: Json;
      };
      bkk_store_passport: {
        Args: { p_traveller_id: string; p_user_id: string; p_sealed: string; p_ending: string };
        Returns: undefined;
      };
      bkk_store_refund_account: {
        Args: {
          p_refund_id: string;
          p_user_id: string;
          p_bank_code: string;
          p_account_name: string;
          p_sealed: string;
          p_ending: string;
          p_link_hash?: string;
        };
        Returns: Json;
      };
      bkk_supplier_booking_of_key: {
        Args: { p_user_id: string; p_request_key: string };
        Returns: Json;
      };
      bkk_supplier_order_failed: {
        Args: { p_booking_id: string; p_lease: string; p_reason: string; p_is_final: boolean };
        Returns: undefined;
      };
      bkk_support_mail_data: {
        Args: { p_thread_id: string; p_message_id?: string };
        Returns: Json;
      };
      bkk_take_refund_as_credit: { Args: { p_refund_id: string }; Returns: Json };
      bkk_touch_last_login: { Args: never; Returns: undefined };
      bkk_unlink_line: { Args: never; Returns: undefined };
      bkk_unlink_line_account: {
        Args: { p_line_user_id: string; p_at: string };
        Returns: undefined;
      };
      bkk_unread_notifications: { Args: never; Returns: number };
      bkk_update_flight_offer: {
        Args: { p_offer_id: string; p_offer: Json; p_tax_satang: number; p_expires_at: string };
        Returns: undefined;
      };
      bkk_visitor_thread: {
        Args: {
          p_link_hash: string;
          p_message_id?: string;
          p_text?: string;
          p_is_solved?: boolean;
        };
        Returns: Json;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** The three database roles a request may act as, named as on hosted Supabase. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/**
 * Who is asking: the verified claims of a request's token and the role they name.
 * The database reads them as `request.jwt.claims`; row policies decide what the identity may do.
 */
export interface Identity {
  readonly role: Role;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The network the request comes from, where it is known: visitors share the database's connections by it. */
  readonly network?: string;
}

/** The database role of a request, named as on hosted Supabase. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/**
 * The caller of a request: the verified claims of its token and the role they name. SQL reads the claims as
 * `request.jwt.claims`; row policies decide what the caller may do.
 */
export interface Identity {
  readonly role: Role;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The network of the request, if known; visitors share the connection pool by network. */
  readonly network?: string;
}

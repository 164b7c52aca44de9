/** An OpenID Connect provider, as the operator configures it. */
export type OidcProvider = {
  /** Its name on the wire and in `auth.identities`: `google`, `azure`, `keycloak`, `custom:acme`. */
  name: string;
  /** Without a trailing slash unless the issuer has one; https, or http on a loopback address. */
  issuer: string;
  /** The audiences of accepted tokens, at least one. The first is this site's own, used for sign-in by redirect. */
  clientIds: readonly string[];
  /** Null: only tokens that an application has got itself are accepted, there is no sign-in by redirect. */
  clientSecret: string | null;
  /**
   * Whether all addresses of this issuer count as verified. For an issuer of the operator's own that does not say so
   * itself; anybody who can set an address there can open the account of that address.
   */
  trustsEmail: boolean;
};

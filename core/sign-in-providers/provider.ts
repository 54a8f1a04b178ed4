export const PROVIDER_NAMES = ["google", "github", "oidc"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** An identity at a provider. `issuer` and `subject` never change; the rest may. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified the email address. */
  isEmailVerified: boolean;
  name: string | null;
};

/** Binds a callback to its request. */
export type Proof = { state: string; nonce: string; verifier: string };

/** A sign-in provider configured by the operator. */
export type SignInProvider = {
  name: ProviderName;
  label: string;
  issuer: string;
  /** The sign-in URL. `again` requires a new sign-in. */
  begin(redirectUri: string, proof: Proof, again: boolean): Promise<URL>;
  /** The identity of a callback. Throws ProviderFault. */
  finish(callback: URL, proof: Proof): Promise<Identity>;
  /** Reads an assertion that the provider signed for a client. Throws ProviderFault. */
  readAssertion?: (token: string, expected: Expected) => Promise<Assertion>;
};

type Expected = { type: string; audience: string; now: Date };

/** Whom an assertion is about, its expiry, and all claims. */
export type Assertion = { identity: Identity; expiresAt: Date; claims: Readonly<Record<string, unknown>> };

export type SignInProviders = ReadonlyMap<string, SignInProvider>;

/** Why nobody was identified: declined, provider unreachable, or an unexpected response. */
export class ProviderFault extends Error {
  readonly reason: "declined" | "down" | "refused";
  constructor(reason: ProviderFault["reason"], options?: ErrorOptions) {
    super(`sign-in with a provider failed: ${reason}`, options);
    this.reason = reason;
  }
}

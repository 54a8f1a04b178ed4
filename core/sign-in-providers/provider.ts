export const PROVIDER_NAMES = ["google", "github", "oidc"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Who somebody is at a provider. `issuer` and `subject` together never change; the rest may. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider says that this person reads the email of that address. */
  isEmailVerified: boolean;
  name: string | null;
};

/** What ties a callback to the request before it. */
export type Proof = { state: string; nonce: string; verifier: string };

/** Somewhere else to sign in, set up by the operator. */
export type SignInProvider = {
  name: ProviderName;
  /** As people know it. */
  label: string;
  issuer: string;
  /** The address at which somebody signs in there. `again` asks them to do so even if they have. */
  begin(redirectUri: string, proof: Proof, again: boolean): Promise<URL>;
  /** Who came back with this callback. Throws ProviderFault. */
  finish(callback: URL, proof: Proof): Promise<Identity>;
  /** Reads what this provider signed for somebody else to bring here. Throws ProviderFault. */
  readAssertion?: (token: string, expected: Expected) => Promise<Assertion>;
};

type Expected = { type: string; audience: string; now: Date };

/** Who an assertion is about, when it ends, and all that it says. */
export type Assertion = { identity: Identity; expiresAt: Date; claims: Readonly<Record<string, unknown>> };

export type SignInProviders = ReadonlyMap<string, SignInProvider>;

/**
 * Why nobody was identified: the person declined, the provider cannot be reached, or what it sent
 * is not what was asked for.
 */
export class ProviderFault extends Error {
  readonly reason: "declined" | "down" | "refused";
  constructor(reason: ProviderFault["reason"], options?: ErrorOptions) {
    super(`sign-in with a provider failed: ${reason}`, options);
    this.reason = reason;
  }
}

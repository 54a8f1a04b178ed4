export const PROVIDER_NAMES = ["google", "github", "oidc"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** An identity at a provider. `issuer` and `subject` never change; the rest may. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
};

export type Proof = { state: string; nonce: string; verifier: string };

export type SignInProvider = {
  name: ProviderName;
  label: string;
  issuer: string;
  begin(redirectUri: string, proof: Proof, again: boolean): Promise<URL>;
  finish(callback: URL, proof: Proof): Promise<Identity>;
  readAssertion?: (token: string, expected: Expected) => Promise<Assertion>;
};

type Expected = { type: string; audience: string; now: Date };

export type Assertion = { identity: Identity; expiresAt: Date; claims: Readonly<Record<string, unknown>> };

export type SignInProviders = ReadonlyMap<string, SignInProvider>;

export class ProviderFault extends Error {
  readonly reason: "declined" | "down" | "refused";
  constructor(reason: ProviderFault["reason"], options?: ErrorOptions) {
    super(`sign-in with a provider failed: ${reason}`, options);
    this.reason = reason;
  }
}

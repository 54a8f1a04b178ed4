import { Ill, Unchecked } from "#actions/health/finding.ts";
import type { Settings } from "#core/settings/config.ts";
import { ProviderFault, type SignInProvider } from "#core/sign-in-providers/provider.ts";
import { callbackUrl, createSignInProviders } from "#core/sign-in-providers/providers.ts";
import { messageOf } from "#domain/text/failure.ts";
import type { Outside } from "./outside.ts";

export async function signIn(settings: Settings, outside: Outside): Promise<string> {
  const providers = [...createSignInProviders(settings).values()];
  if (providers.length === 0) return "no providers are set up; people sign in by email, passkey or password";
  for (const provider of providers) await reach(provider, settings, outside);
  const redirects = providers.map((provider) => `${provider.label} ${callbackUrl(settings, provider)}`);
  return `set up; register these redirect URIs: ${redirects.join(", ")}`;
}

/** GitHub has no discovery; only a sign-in shows whether it works. */
async function reach(provider: SignInProvider, settings: Settings, outside: Outside): Promise<void> {
  try {
    const proof = { state: "doctor", nonce: "doctor", verifier: "doctor" };
    await provider.begin(callbackUrl(settings, provider), proof, false);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const isLocal = /^http:/.test(provider.issuer);
    if (error.reason === "down" && !isLocal && (await outside.isOffline()))
      throw new Unchecked(`${provider.label} could not be checked: ${outside.reason}`);
    const message = messageOf(error.cause ?? error);
    throw new Ill(
      `${provider.label} does not describe itself at ${provider.issuer}: ${message}`,
      "Check the address of the provider in the settings; it is what the provider calls its issuer. See docs/sign-in.md.",
    );
  }
}

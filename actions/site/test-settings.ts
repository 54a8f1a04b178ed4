import { maskOf } from "#core/settings/shown-settings.ts";
import { callbackUrl, createSignInProviders } from "#core/sign-in-providers/providers.ts";
import { designOf } from "#domain/site/design.ts";
import { messageOf } from "#domain/text/failure.ts";
import type { Language } from "#languages/language.ts";
import { type Text, t } from "#languages/words.ts";
import { testMessage } from "#mail/team-messages.ts";
import type { Deps } from "../context.ts";

export type TestResult = { ok: boolean; about: Text; detail: Text };

/** Sends an email at once, and says what the server answered. */
export async function testMail(
  to: string,
  language: Language,
  { settings, store, sendMail, uuid, now }: Pick<Deps, "settings" | "store" | "sendMail" | "uuid" | "now">,
): Promise<TestResult> {
  const written = testMessage(settings).in(language, designOf(store.siteLook()));
  const [id, about] = [uuid(), t`Email to ${to}`];
  let answer = "";
  try {
    const taken = (text: string) => {
      answer = text;
    };
    if ((await sendMail({ id, to, ...written, taken })) === "kept")
      return { ok: false, about, detail: t`No mail server is set.` };
  } catch (error) {
    return { ok: false, about, detail: maskOf(settings)(messageOf(error)) };
  }
  const at = now();
  await store.change(async (tx) => {
    await tx.mails.add({ id, recipient: to, ...written, createdAt: at });
    await tx.mails.setState(id, "sent", at);
  });
  return { ok: true, about, detail: t`Sent. The server answered: ${answer}` };
}

/** Asks every provider that describes itself for its description; GitHub has none. */
export const testSignIn = ({ settings }: Pick<Deps, "settings">) =>
  Promise.all(
    [...createSignInProviders(settings).values()].map(async (provider): Promise<TestResult> => {
      const about = provider.label;
      const proof = { state: "test", nonce: "test", verifier: "test" };
      try {
        await provider.begin(callbackUrl(settings, provider), proof, false);
        return { ok: true, about, detail: t`Ready. Redirect URI: ${callbackUrl(settings, provider)}` };
      } catch (error) {
        const reason = error instanceof Error && error.cause ? error.cause : error;
        return { ok: false, about, detail: maskOf(settings)(messageOf(reason)) };
      }
    }),
  );

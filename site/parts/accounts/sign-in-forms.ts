import type { Response } from "express";
import { NAME_MAX, type NewAccountForm } from "#actions/accounts/new-account.ts";
import type { ProviderName, SignInProvider, SignInProviders } from "#core/sign-in-providers/provider.ts";
import { type Html, html } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import { type Faults, field, formTo, hidden } from "../../kit/form.ts";
import { script } from "../../kit/scripts.ts";

export const PASSWORD_HINT = t`At least 10 characters. A few random words are easy to remember and hard to guess.`;

export const newAccountFields = (
  { name, email }: Partial<NewAccountForm>,
  faults: Faults,
  { needsPassword = true } = {},
): Html => html`
${field({
  name: "name",
  label: t`Your name`,
  value: name,
  fault: faults.name,
  autocomplete: "name",
  required: false,
  maxLength: NAME_MAX,
  hint: t`Shown next to your products. You can add it later.`,
})}
${field({ name: "email", label: t`Email`, type: "email", value: email, fault: faults.email, autocomplete: "username" })}
${field({
  name: "password",
  label: t`Password`,
  type: "password",
  fault: faults.password,
  autocomplete: "new-password",
  maxLength: 256,
  required: needsPassword,
  hint: needsPassword
    ? PASSWORD_HINT
    : t`At least 10 characters. Or leave it empty, and sign in by email or with a passkey.`,
})}`;

export const passkeyScript = (): Html => script("passkeys.js");

type Asking = { returnTo: string; options: object; label: Text; isMain?: boolean };

/** Signs in with a passkey. Its button appears where the browser can do it. */
export const passkeyForm = (
  res: Response,
  { returnTo, options, label, isMain = false }: Asking,
): Html => html`${formTo(res, "/sign-in/passkey", html` data-passkey="get" data-options="${JSON.stringify(options)}"`)}
${hidden("return_to", returnTo)}${hidden("credential", "")}
<p><button${!isMain && html` class="quiet"`} hidden>${label}</button></p>
<p class="fault" role="alert" hidden></p>
</form>`;

const MARKS: Record<ProviderName, Html> = {
  google: html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true">
<path fill="#EA4335" d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19
C12.43 13.72 17.74 9.5 24 9.5z"/>
<path fill="#4285F4" d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6
c4.51-4.18 7.09-10.36 7.09-17.65z"/>
<path fill="#FBBC05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24
c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"/>
<path fill="#34A853" d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91
l-7.98 6.19C6.51 42.62 14.62 48 24 48z"/>
</svg>`,
  github: html`<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
<path fill="currentColor" fill-rule="evenodd"
d="M8 0C3.58 0 0 3.58 0 8
c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82
-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89
-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27
s1.36.09 2 .27
c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54
1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38
A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z"/>
</svg>`,
  oidc: html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"
d="M15.5 3.5a5 5 0 1 1-3.9 8.1L4 19.2V21h3v-2h2v-2h2l2.4-2.4M16.5 7.5h.01"/></svg>`,
};

/** One button as a form: pages of other sites cannot press it. */
export const providerButton = (
  res: Response,
  { name }: SignInProvider,
  { action, words, returnTo }: { action: string; words: Text; returnTo: string },
): Html => html`${formTo(res, action)}${hidden("return_to", returnTo)}
<button class="quiet provider">${MARKS[name]}${words}</button>
</form>`;

export const signInButton = (res: Response, provider: SignInProvider, returnTo: string): Html =>
  providerButton(res, provider, {
    action: `/sign-in/with/${provider.name}`,
    words: t`Continue with ${provider.label}`,
    returnTo,
  });

export const providerButtons = (res: Response, providers: SignInProviders, returnTo: string): Html | false =>
  providers.size > 0 &&
  html`<div class="providers">
${[...providers.values()].map((provider) => signInButton(res, provider, returnTo))}
<p class="or"><span>or</span></p>
</div>`;

import type { default as Provider } from "oidc-provider";
import { z } from "zod";
import type { Scope } from "#actions/context.ts";
import type { Settings } from "#core/settings/config.ts";
import { agreement } from "#core/settings/policies.ts";
import { type Html, html } from "#core/text/html.ts";
import { SCOPE_WORDS } from "#domain/accounts/scope-words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { App } from "#store/repos/accounts/oauth.ts";
import { appName, UNNAMED } from "./app-name.ts";
import { isLoopback, shownName } from "./normalise-client.ts";
import { OFFERED, readScopes, TICKED } from "./scopes.ts";

type Client = NonNullable<Awaited<ReturnType<Provider["Client"]["find"]>>>;

export type AskingApp = App & {
  isLocal: boolean;
  documentUrl: string | undefined;
};

export const shownHost = (url: URL): string => (/^https?:$/.test(url.protocol) ? url.host : `${url.protocol}//`);

/** What people see of a client. Only the host of its metadata document is verified, not its name. */
export function appOf(client: Client | undefined, redirectUri: string | undefined): AskingApp {
  const redirect = redirectUri === undefined ? undefined : new URL(redirectUri);
  const isDocument = client !== undefined && "clientIdMetadataDocument" in client;
  const host = isDocument ? new URL(client.clientId).host : null;
  return {
    name: shownName(client?.clientName, host ?? UNNAMED),
    host,
    redirectHost: redirect ? shownHost(redirect) : "",
    isLocal: redirect !== undefined && (isLoopback(redirect) || !/^https?:$/.test(redirect.protocol)),
    documentUrl: isDocument ? client.clientId : undefined,
  };
}

export const Missing = z.object({
  missingOIDCScope: z.array(z.string()).default([]),
  missingResourceScopes: z.record(z.string(), z.array(z.string())).default({}),
});

export function askedScopes({ prompt }: { prompt: { details: unknown } }): Scope[] {
  const { missingResourceScopes } = Missing.parse(prompt.details);
  return readScopes(Object.values(missingResourceScopes).flat().join(" "));
}

export const tickedScopes = (details: { params: Record<string, unknown>; prompt: { details: unknown } }): Scope[] =>
  askedScopes(details).filter((scope) => details.params[OFFERED] === undefined || TICKED.includes(scope));

type Consent = {
  app: AskingApp;
  uid: string;
  csrf: string;
  account: Account;
  scopes: Scope[];
  ticked: readonly Scope[];
  settings: Settings;
};

export function consentBody({ app, uid, csrf, account, scopes, ticked, settings }: Consent): Html {
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}">`;
  const name = appName(app.name);
  return html`<h1>Connect ${name} to ${settings.SITE_NAME}?</h1>
<p class="lead">${
    app.host
      ? html`This app is published by <strong>${app.host}</strong>.`
      : html`<strong>Unverified:</strong> the app calls itself “${name}”. We have not verified this name.`
  }</p>
<p>It can then act for <strong>${account.email}</strong>. Your answer is sent to <strong>${app.redirectHost}</strong>.</p>
${
  app.isLocal &&
  html`<p class="notice">This gives access to a program on your device.
Continue only if you just started connecting an app yourself.</p>`
}
<form method="post" action="/interaction/${uid}/confirm" id="allow">${hidden}
<fieldset>
<legend>Permissions</legend>
${scopes.map(
  (
    scope,
  ) => html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${ticked.includes(scope) && html` checked`}>
<span><strong>${SCOPE_WORDS[scope].title}</strong><br><span class="small muted">${SCOPE_WORDS[scope].detail}</span></span></label>`,
)}
</fieldset>
<p class="hint">It stays connected until you disconnect it on your account page.</p>
</form>
${agreement("allowing this", settings)}
<div class="row"><button form="allow">Allow</button>
<form method="post" action="/interaction/${uid}/abort">${hidden}<button class="quiet">Don’t allow</button></form></div>`;
}

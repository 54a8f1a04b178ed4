import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { interactionPolicy } from "oidc-provider";
import { freePort } from "./free-port.ts";
import { listen } from "./listen.ts";

export type Claims = { email?: string; email_verified?: boolean; name?: string };

const CLIENT = { client_id: "debut", client_secret: "a-secret-of-the-provider" };

/** A real OpenID Connect provider on a loopback port. People sign in there by their name alone. */
export async function startOpenIdProvider(callbacks: (url: string) => string[], isPostOnly = false) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const people = new Map<string, Claims>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  // Like Google, it can ask who somebody is although it knows.
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  const provider = new Provider(url, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: callbacks(url),
        token_endpoint_auth_method: isPostOnly ? "client_secret_post" : "client_secret_basic",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["test"], names: { session: "_s", interaction: "_i", resume: "_r" } },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = `<h1>${out.error}</h1>`;
    },
  });
  const answer = provider.callback();
  const server = createServer(async (req, res) => {
    if (!req.url!.startsWith("/interaction/")) return answer(req, res);
    if (req.method === "GET") {
      res.setHeader("content-type", "text/html; charset=utf-8");
      return res.end(
        `<!doctype html><html lang="en"><title>Stand-in</title><h1>Sign in at the stand-in</h1>
<form method="post"><label>Name <input name="name"></label>
<button name="do" value="in">Next</button><button name="do" value="no">Cancel</button></form>`,
      );
    }
    let body = "";
    for await (const chunk of req) body += chunk;
    const form = new URLSearchParams(body);
    const result =
      form.get("do") === "no"
        ? { error: "access_denied" }
        : { login: { accountId: String(form.get("name")) }, select_account: {} };
    return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  });
  const { close } = await listen(server, port);
  return {
    url,
    people,
    client: CLIENT,
    close,
  };
}

/** Follows a redirect to the provider, signs in there and returns the callback, as a browser without scripts would. */
export async function signInThere(authorization: string, name: string, decision = "in"): Promise<string> {
  const jar = new Map<string, string>();
  let at = authorization;
  for (let hops = 0; hops < 10; hops++) {
    const isPage = at.includes("/interaction/");
    const response = await fetch(at, {
      method: isPage ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join("; ") },
      ...(isPage && { body: new URLSearchParams({ name, do: decision }) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`${at} answers ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
    if (at.includes("/sign-in/with/")) return at;
  }
  throw new Error("The provider does not come back.");
}

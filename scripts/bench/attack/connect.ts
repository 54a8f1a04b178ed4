import { hash, randomBytes } from "node:crypto";
import type { Credentials } from "../../../test/helpers/people.ts";
import { createBrowser, csrfIn } from "./browser.ts";
import { createClient, formOf } from "./client.ts";
import type { Connected } from "./stage.ts";

const SCOPES = ["account:read", "listings:write", "orders:write"];
const PATIENT_MS = 20_000;

/** A person connects an assistant that names itself by the address of its document: consent, code, tokens. */
export async function connect(base: string, { cookie }: Credentials, clientId: string): Promise<Connected> {
  const client = createClient(base, "127.0.0.1");
  const browser = createBrowser(base, client, { sid: cookie });
  const signal = AbortSignal.timeout(PATIENT_MS);
  const verifier = randomBytes(32).toString("base64url");
  const redirect_uri = new URL("/callback", clientId).href;
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri,
    response_type: "code",
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
    scope: SCOPES.join(" "),
    resource: `${base}/mcp`,
  });
  const page = await browser.follow({ path: `/oauth/authorize?${asked}` }, signal);
  const consent = formOf(base, `${page.at.pathname}/confirm`, { csrf: csrfIn(page.answer) });
  const body = `${consent.body}&${SCOPES.map((scope) => `scope=${encodeURIComponent(scope)}`).join("&")}`;
  const code = (await browser.follow({ ...consent, body }, signal)).at.searchParams.get("code");
  if (!code)
    throw new Error(`The assistant could not be connected: ${page.answer.status} ${page.answer.text.slice(0, 300)}`);
  const exchange = {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri,
    code_verifier: verifier,
  };
  const { headers = {}, body: fields = "" } = formOf(base, "/oauth/token", exchange);
  const { text } = await client.send({ method: "POST", path: "/oauth/token", headers, body: fields }, signal);
  client.close();
  const { access_token: access, refresh_token: refresh } = JSON.parse(text);
  return { clientId, access, refresh };
}

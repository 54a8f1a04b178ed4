import { type Answer, createJsonClient, type JsonRequest } from "./json-client.ts";
import { read, Token } from "./paypal-shapes.ts";

export type PayPalAccount = {
  clientId: string;
  clientSecret: string;
  apiBase: string;
  timeoutMs: number;
  now: () => Date;
};

/** Tokens are renewed this long before they expire. */
const SPARE_MS = 60_000;

export function signedIn({ clientId, clientSecret, apiBase, timeoutMs, now }: PayPalAccount) {
  const client = createJsonClient({ base: apiBase, timeoutMs });
  let kept = { token: "", until: 0 };

  async function token(): Promise<string> {
    if (kept.until > now().getTime()) return kept.token;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const answer = await client({
      method: "POST",
      path: "/v1/oauth2/token",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
      isRepeatable: true,
    });
    const { access_token, expires_in } = read(Token, answer);
    kept = { token: access_token, until: now().getTime() + expires_in * 1000 - SPARE_MS };
    return access_token;
  }

  return async function send(request: JsonRequest, isSecond = false): Promise<Answer> {
    const headers = { ...request.headers, authorization: `Bearer ${await token()}` };
    const answer = await client({ ...request, headers });
    if (answer.status !== 401 || isSecond) return answer;
    kept = { token: "", until: 0 };
    return send(request, true);
  };
}

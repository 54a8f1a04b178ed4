import type { Attack } from "../stranger.ts";

const headers = { "content-type": "application/x-www-form-urlencoded" };

export const tokens: Attack = {
  title:
    "Token, revocation and introspection requests with made-up credentials, also in the name of a connected assistant",
  run: ({ stage, flood, send }) =>
    flood(32, (nth) => {
      const client_id = nth % 3 ? `made-up-${nth}` : stage.assistants[0]!.clientId;
      const fields: Record<string, string> =
        nth % 4 === 0
          ? { grant_type: "authorization_code", client_id, code: `c${nth}`, code_verifier: "v".repeat(43) }
          : { grant_type: "refresh_token", client_id, refresh_token: `r${nth}`.padEnd(43, "x") };
      const path = nth % 5 === 4 ? "/oauth/revoke" : "/oauth/token";
      return send({
        method: "POST",
        path,
        headers,
        body: new URLSearchParams({ token: "x".repeat(43), ...fields }).toString(),
      });
    }),
};

import { HONEST_HOSTS, type Stage } from "../stage.ts";
import type { Attack } from "../stranger.ts";

export const authorize = ({ base }: Stage, clientId: string): string =>
  `/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${clientId}/callback`,
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "account:read",
    resource: `${base}/mcp`,
  })}`;

export const clientDocuments: Attack = {
  title: "Unknown client ids on the host of a connected assistant",
  run: ({ stage, flood, send }) =>
    flood(8, (nth) => send({ path: authorize(stage, `https://${HONEST_HOSTS.assistant}/z${nth}.html`) })),
};

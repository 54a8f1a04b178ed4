import { generateKeyPairSync } from "node:crypto";
import type { Deps } from "#actions/context.ts";
import { keptSecret } from "#actions/kept-secret.ts";

export type ProviderKeys = { jwks: { keys: object[] }; cookieKeys: string[] };

const newJwks = () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] };
};

export async function loadKeys({ store, random }: Pick<Deps, "store" | "random">): Promise<ProviderKeys> {
  const kept = async (name: string, make: () => unknown) =>
    JSON.parse(await keptSecret({ store }, name, () => JSON.stringify(make())));
  return {
    jwks: await kept("oauth-jwks", newJwks),
    // The first key signs, all are accepted: prepend a new one to rotate.
    cookieKeys: await kept("oauth-cookie-keys", () => [random(32).toString("base64url")]),
  };
}

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { startApiServer } from "./api-server.ts";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An OpenID Connect provider whose tokens say whatever a test wants. */
export async function startForgingProvider() {
  const [own, foreign] = await Promise.all([pair(), pair()]);
  const kid = "one";
  const jwk = { ...(await exportJWK(own.publicKey)), kid, use: "sig", alg: "ES256" };
  let idToken = "";
  const server = await startApiServer(({ path }) => {
    if (path === "/.well-known/openid-configuration")
      return {
        json: {
          issuer: server.url,
          authorization_endpoint: `${server.url}/authorize`,
          token_endpoint: `${server.url}/token`,
          jwks_uri: `${server.url}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["ES256"],
          authorization_response_iss_parameter_supported: true,
        },
      };
    if (path === "/jwks") return { json: { keys: [jwk] } };
    if (path === "/token") return { json: { access_token: "at", token_type: "Bearer", id_token: idToken } };
    return { status: 404, json: {} };
  });

  const sign = (claims: JWTPayload, { typ = "JWT", by = own }: { typ?: string; by?: Pair } = {}): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", typ, kid }).sign(by.privateKey);

  return {
    ...server,
    sign,
    signForeign: (claims: JWTPayload, typ?: string) => sign(claims, { by: foreign, ...(typ && { typ }) }),
    unsigned: (claims: JWTPayload, typ = "JWT") =>
      `${[{ alg: "none", typ }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`,
    answerWith(token: string): void {
      idToken = token;
    },
  };
}

const pair = () => generateKeyPair("ES256", { extractable: true });

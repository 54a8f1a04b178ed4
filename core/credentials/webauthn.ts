import { z } from "zod";

/** EdDSA, ES256 and RS256; every authenticator supports one. */
export const ALGORITHMS = [-8, -7, -257];

type Expected = { id: string; origin: string; isOurChallenge: (challenge: string) => boolean };

const Text = z.string().max(10_000);
const Registration = z.object({
  id: Text,
  rawId: Text,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.array(z.string()).optional(),
  }),
  clientExtensionResults: z.object({}),
});
const Assertion = z.object({
  id: Text,
  rawId: Text,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: Text.optional(),
  }),
  clientExtensionResults: z.object({}),
});
export type Assertion = z.infer<typeof Assertion>;

/** Parses what a browser sent; undefined if invalid. */
function parsed<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
export const readAssertion = (text: string): Assertion | undefined => parsed(text, Assertion);

export type NewKey = { id: string; publicKey: string; counter: number; transports: string[] };

/** The key of a new passkey, if the device proves that it was created for this site and verified its user. */
export async function verifyRegistration(text: string, expected: Expected): Promise<NewKey | undefined> {
  const given = parsed(text, Registration);
  if (!given) return undefined;
  const { transports = [], ...proof } = given.response;
  // Loaded lazily: it takes longer than rendering a page, and few requests need it.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, response: proof },
    expectedChallenge: expected.isOurChallenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
}

export async function verifyAssertion(
  given: Assertion,
  { id, publicKey, counter }: Pick<NewKey, "id" | "publicKey" | "counter">,
  expected: Expected,
): Promise<number | undefined> {
  const { userHandle, ...proof } = given.response;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...given, response: userHandle === undefined ? proof : { ...proof, userHandle } },
    expectedChallenge: expected.isOurChallenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}

import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { badNotice } from "./failures.ts";
import type { HeaderOf } from "./gateway.ts";
import type { FindCertificate } from "./paypal-certificates.ts";

const CLAIMS = {
  auth_algo: ["paypal-auth-algo", /^SHA256withRSA$/],
  cert_url: ["paypal-cert-url", /^https?:\/\/[\x21-\x7e]{1,490}$/],
  transmission_id: ["paypal-transmission-id", /^[\x21-\x7b\x7d\x7e]{1,100}$/],
  transmission_sig: ["paypal-transmission-sig", /^[A-Za-z0-9+/]{80,1400}={0,2}$/],
  transmission_time: ["paypal-transmission-time", /^\d{4}-\d\d-\d\dT[\d:.]{5,30}(Z|[+-]\d\d:\d\d)$/],
} as const satisfies Record<string, readonly [string, RegExp]>;
export type Claims = Record<keyof typeof CLAIMS, string>;

export function claimsIn(headerOf: HeaderOf): Claims {
  const claim = (name: keyof typeof CLAIMS): string => {
    const [header, shape] = CLAIMS[name];
    const value = headerOf(header);
    if (!value) throw badNotice("The headers of PayPal's signature are missing.");
    if (!shape.test(value)) throw badNotice(`The header ${header} is malformed.`);
    return value;
  };
  return {
    auth_algo: claim("auth_algo"),
    cert_url: claim("cert_url"),
    transmission_id: claim("transmission_id"),
    transmission_sig: claim("transmission_sig"),
    transmission_time: claim("transmission_time"),
  };
}

/**
 * Verifies PayPal's signature as in developer.paypal.com/api/rest/webhooks/rest ("Verify with the
 * certificate"). Undefined if the certificate cannot be judged here. Throws download errors.
 */
export async function isSigned(
  rawBody: Buffer,
  claims: Claims,
  { webhookId, findCertificate, now }: { webhookId: string; findCertificate: FindCertificate; now: () => Date },
): Promise<boolean | undefined> {
  const certificate = signerIn(await findCertificate(claims.cert_url), now());
  if (!certificate) return undefined;
  const signed = [claims.transmission_id, claims.transmission_time, webhookId, crc32(rawBody)].join("|");
  return createVerify("RSA-SHA256").update(signed).verify(certificate.publicKey, claims.transmission_sig, "base64");
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{100,10000}-----END CERTIFICATE-----/g;
const MOST_CERTIFICATES = 6;

/**
 * The first certificate of a bundle, if it is PayPal's and the chain is valid now. Trust comes from
 * the TLS download; the bundle may omit the root.
 */
function signerIn(bundle: string, at: Date): X509Certificate | undefined {
  const chain = (bundle.match(PEM) ?? []).slice(0, MOST_CERTIFICATES).map((pem) => new X509Certificate(pem));
  const isLinked = chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return !issuer || (issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  });
  const isCurrent = chain.every(({ validFromDate, validToDate }) => validFromDate <= at && at <= validToDate);
  const [signer] = chain;
  const isPayPals = /^CN=([a-z0-9-]+\.)+paypal\.com$/im.test(signer?.subject ?? "");
  return isLinked && isCurrent && isPayPals && signer?.publicKey.asymmetricKeyType === "rsa" ? signer : undefined;
}

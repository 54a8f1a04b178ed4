import { createSign, type KeyObject } from "node:crypto";

/** A DER element: its tag, and what it holds. */
function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: Uint8Array[]) => element(0x30, ...parts);
const hex = (digits: string) => Buffer.from(digits, "hex");

const SHA256_WITH_RSA = sequence(element(6, hex("2a864886f70d01010b")), element(5));
const COMMON_NAME = element(6, hex("550403"));
const BASIC_CONSTRAINTS = element(6, hex("551d13"));
const TRUE = element(1, hex("ff"));

const nameOf = (commonName: string) =>
  sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(commonName)))));
const timeOf = (date: Date) => element(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`));

type Named = { commonName: string; publicKey: KeyObject; isAuthority?: boolean; from: Date; to: Date };
type Issuer = { commonName: string; privateKey: KeyObject };

/** An X.509 certificate as PEM: Node can read them, but not make them. */
export function certificateOf({ commonName, publicKey, isAuthority = false, from, to }: Named, issuer: Issuer): string {
  const constraints = sequence(BASIC_CONSTRAINTS, TRUE, element(4, isAuthority ? sequence(TRUE) : sequence()));
  const content = sequence(
    element(0xa0, element(2, hex("02"))),
    element(2, hex("01")),
    SHA256_WITH_RSA,
    nameOf(issuer.commonName),
    sequence(timeOf(from), timeOf(to)),
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(constraints)),
  );
  const signature = createSign("RSA-SHA256").update(content).sign(issuer.privateKey);
  const der = sequence(content, SHA256_WITH_RSA, element(3, hex("00"), signature));
  return `-----BEGIN CERTIFICATE-----\n${der
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END CERTIFICATE-----\n`;
}

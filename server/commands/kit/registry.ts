import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "#core/settings/config.ts";
import { messageOf } from "#domain/text/failure.ts";
import { registryEntry } from "#resources/server-card.ts";
import { CommandError } from "../command.ts";
import { jsonFile, type KitFile } from "./file.ts";

export type RegistryKey = { file: KitFile | undefined; proof: string };

export function registryKey(given: string | undefined): RegistryKey {
  if (given !== undefined) return { file: undefined, proof: proofOf(readKey(given)) };
  const { privateKey } = generateKeyPairSync("ed25519");
  const content = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { file: { path: "registry/key.pem", content, isSecret: true }, proof: proofOf(privateKey) };
}

function readKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (error) {
    throw new CommandError(`${file} cannot be read as a private key: ${messageOf(error)}`);
  }
  throw new CommandError(`${file} is not an Ed25519 key.`);
}

function proofOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  return `v=MCPv1; k=ed25519; p=${Buffer.from(x ?? "", "base64url").toString("base64")}`;
}

export const registryFiles = (settings: Settings, { file, proof }: RegistryKey): KitFile[] => [
  jsonFile("registry/server.json", registryEntry(settings)),
  { path: "registry/MCP_REGISTRY_AUTH.txt", content: `${proof}\n` },
  ...(file ? [file] : []),
];

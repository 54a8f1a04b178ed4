import { hash } from "node:crypto";
import { seal, unseal } from "./sealed.ts";

const FORM = /^sealed:([0-9a-f]{8}):([\w-]+)$/;

/** Where a value is stored: table and column, and the row's key. It cannot be opened elsewhere. */
export type Place = readonly [column: string, ...row: (string | number)[]];

export type Vault = {
  mark(): string | undefined;
  seal(place: Place, text: string): string;
  open(place: Place, sealed: string): string;
};

export class Locked extends Error {
  constructor(what: string) {
    super(`${what}, which is not in SECRETS_KEY or its file.`);
  }
}

export const isSealed = (stored: string): boolean => FORM.test(stored);
/** Identifies a key without revealing it. */
export const keyId = (key: string): string => hash("sha256", `debut key ${key}`, "hex").slice(0, 8);

/** `keys` may be filled later: the first start creates one. */
export function createVault(keys: readonly string[], random: (bytes: number) => Buffer): Vault {
  const binding = (place: Place) => JSON.stringify(place);
  const mark = () => (keys[0] === undefined ? undefined : `sealed:${keyId(keys[0])}:`);
  return {
    mark,
    seal(place, text) {
      if (keys[0] === undefined) throw new Locked(`Sealing ${place[0]} needs a key`);
      return mark() + seal(text, { key: keys[0], binding: binding(place) }, random);
    },
    open(place, sealed) {
      const [, id, text = ""] = FORM.exec(sealed) ?? [];
      const key = keys.find((known) => keyId(known) === id);
      if (id === undefined) throw new Error(`${place.join(" ")} is not sealed.`);
      if (key === undefined) throw new Locked(`${place[0]} is sealed with key ${id}`);
      const opened = unseal(text, { key, binding: binding(place) });
      if (opened === undefined) throw new Error(`${place.join(" ")} was sealed for another row, or was changed.`);
      return opened;
    },
  };
}

import type { Credentials } from "../../../test/helpers/people.ts";

export type Owner = Credentials & { listingId: number; slug: string };
/** A program that somebody connected: its document's address, and the tokens it holds. */
export type Connected = { clientId: string; access: string; refresh: string };

/** What all processes of a run know, as plain data, because it is sent between them. */
export type Stage = {
  base: string;
  /**
   * Honest clients wait so many times as long as people would, and those who read ask so many times less often: 1 where times are
   * measured, more where they must not matter, as the machine has other work.
   */
  patience: number;
  password: string;
  /** Whose account strangers know the email of. */
  person: Credentials;
  /** One account may make ten orders an hour. */
  buyers: Owner[];
  maker: Credentials;
  assistants: Connected[];
  /** Accounts that strangers opened, each with a listing. */
  strangers: Owner[];
  slugs: string[];
  /** Where hostile websites listen, and their hosts. */
  sitePort: number;
  siteHosts: string[];
};

export const HONEST_HOSTS = {
  assistant: "assistant.test",
  newcomer: "newcomer.test",
  maker: "maker.test",
  earlier: "earlier.test",
};
/** Where those come from who only read. The server times their requests by it. */
const READERS = "127.0.4.";
export const readerAddress = (nth: number): string => `${READERS}${nth}`;
export const isReader = (address: string): boolean => address.startsWith(READERS);
/** Other honest people come from 127.0.2.0/24, strangers from 127.10.1.0/24 upwards. */
export const honestAddress = (nth: number): string => `127.0.2.${nth}`;
export const strangerAddress = (nth: number): string => `127.${10 + Math.floor(nth / 250)}.1.${1 + (nth % 250)}`;

import { type Text, t } from "#languages/words.ts";
import { CRAWL_WORDS } from "../drafts/crawl-words.ts";
import { retoldEach } from "../text/retold.ts";

/** What a check of a claim found. Stored in English, and shown by `claimText`. */
export const CLAIM_WORDS = {
  record: (name: Text) => t`The TXT record is at ${name}.`,
  otherRecords: (name: Text, texts: Text) => t`At ${name} there is ${texts}.`,
  noRecord: (name: Text) => t`There is no TXT record at ${name}.`,
  wanted: (value: Text) => t`Looked for ${value}.`,
  redirects: (url: Text, host: Text) => t`${url} redirects to ${host}, which is another website.`,
  gone: (url: Text, status: Text) => t`${url} does not exist (status ${status}).`,
  status: (url: Text, status: Text) => t`${url} answered with status ${status}, so it could not be checked.`,
  tag: (url: Text) => t`The tag is in the head of ${url}.`,
  otherTag: (url: Text, texts: Text) => t`The tag in the head of ${url} says ${texts}.`,
  tagElsewhere: (url: Text) => t`The tag on ${url} is not in the head of the page, where it must be.`,
  noTagButValue: (url: Text) => t`${url} contains the value, but no tag in its head.`,
  noTag: (url: Text) => t`There is no such tag in the head of ${url}, as the server sends it before scripts run.`,
  file: (url: Text) => t`The file is at ${url}.`,
  otherFile: (url: Text, text: Text, value: Text) => t`${url} contains ${text}. It must contain only ${value}.`,
};
const WORDS = [...Object.values(CLAIM_WORDS), ...Object.values(CRAWL_WORDS)];

export const claimText = (detail: string): Text =>
  retoldEach(detail, /(?<=\.) (?=At \S+ there is |There is no |Looked for )/, WORDS);

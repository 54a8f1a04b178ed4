/** News of one kind: each with a link, a line about it, and small print. `more` leads to the rest. */
export type Section = {
  title: string;
  rows: readonly { name: string; url: string; text?: string | undefined; note?: string | undefined }[];
  more?: { label: string; url: string } | undefined;
};

/** The content of an email, in the order in which it is shown. */
export type Letter = {
  subject: string;
  /** On the sky; the subject when absent. */
  heading?: string;
  before: readonly string[];
  /** News, each under its title. */
  items?: readonly { title: string; text: string }[];
  sections?: readonly Section[];
  figures?: readonly { label: string; value: string }[];
  /** `expiresAt` for a link that expires sooner than an email may be retried. */
  action?: { label: string; url: string; expiresAt?: Date };
  /** What to do next, in order. A quote is text to copy. */
  steps?: readonly { title: string; text: string; quote?: string }[];
  /** A picture of the site, at an address that is the same for every reader. */
  picture?: { url: string; alt: string; caption: string };
  /** Small print. */
  after?: readonly string[];
  /** Why the reader got this email, as a sentence; there is a default that is always true. */
  why?: string;
  /** For emails to followers: the link to unsubscribe. */
  unsubscribeUrl?: string;
  /** Name and address of the site, for the last line. */
  site: { name: string; url: string };
};

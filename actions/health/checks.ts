/** Every check by its name, with what a fault there means for the people who use the site. docs/operating.md has a section for each. */
export const CHECKS = {
  address: "Assistants, links in emails and sign-in lead to BASE_URL. When it is wrong, none of them works.",
  proxy: "Limits count by the address of the visitor. When it is not known, all visitors share one quota.",
  site: "What the world sees at BASE_URL is not this program, or it cannot serve.",
  disk: "Without room nothing can be written: no sign-up, no vote, no order, no backup.",
  backups: "A disk that breaks today takes everything since the newest backup with it.",
  mail: "Sign-in links, receipts and news do not reach anybody.",
  dns: "No website can be read, so drafts stay empty and badges and claims are not checked.",
  "https out": "No website can be read, and payment providers cannot be asked.",
  database: "Data is damaged or of another version. What is read may be wrong or incomplete.",
  clock: "Launches, sign-ins, backups and signatures of payments go by the clock.",
  search: "People and assistants do not find listings that are there.",
  admin: "Nobody can decide about claims, orders and reports.",
  jobs: "Work that was promised is not done: crawls, emails, launches, invoices.",
  mails: "Some people never got an email that they wait for.",
  payments: "Orders are fulfilled late, because providers are asked instead of telling.",
} as const satisfies Record<string, string>;

export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];
export const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECKS, name);

/** Anchor of the section in docs/operating.md. */
export const sectionOf = (name: string): string => `check-${name.replaceAll(" ", "-")}`;

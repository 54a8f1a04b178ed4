/** What a new site needs before it is opened to the public, in the order in which it is best done. */
export const FIRST_STEPS = [
  "address",
  "mail",
  "pages",
  "look",
  "categories",
  "selling",
  "backups",
  "demo",
  "listing",
] as const;
export type FirstStepName = (typeof FIRST_STEPS)[number];
export const isFirstStep = (name: string): name is FirstStepName => FIRST_STEPS.some((step) => step === name);

/** Setup steps for a new site, in the recommended order. */
export const FIRST_STEPS = ["start", "address", "mail", "pages", "selling", "backups", "demo", "listing"] as const;
export type FirstStepName = (typeof FIRST_STEPS)[number];
export const isFirstStep = (name: string): name is FirstStepName => FIRST_STEPS.some((step) => step === name);

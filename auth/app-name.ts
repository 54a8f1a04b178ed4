import { type Text, t } from "#languages/words.ts";

/** As it is stored for apps that give no name. */
export const UNNAMED = "Unnamed app";

export const appName = (name: string): Text => (name === UNNAMED ? t`Unnamed app` : name);

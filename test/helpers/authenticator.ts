import { Secret, TOTP } from "otpauth";

/** The code that an app shows at a time, from the secret that a page shows. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at.getTime() });

export const secretOn = (page: string): string => /<code id="totp-secret">([A-Z2-7 ]+)<\/code>/.exec(page)![1]!;
export const recoveryCodesOn = (page: string): string[] =>
  [...page.matchAll(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g)].map(([code]) => code);

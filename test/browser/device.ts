import type { Browser } from "playwright-core";
import { openWatched } from "./watched-page.ts";

/** A browser whose device has a fingerprint reader, as Chromium pretends for tests. */
export async function openDevice(browser: Browser, options: { isVerified?: boolean } = {}) {
  const opened = await openWatched(browser);
  const session = await opened.page.context().newCDPSession(opened.page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: options.isVerified ?? true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...opened, session, authenticatorId };
}
export type Device = Awaited<ReturnType<typeof openDevice>>;

/** Whether somebody touches the reader whenever the device asks. Browsers also ask on their own, in the email field. */
export const touches = ({ session, authenticatorId }: Device, enabled: boolean) =>
  session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });

import { csrfIn } from "../browser.ts";
import { formOf } from "../client.ts";
import type { Attack } from "../stranger.ts";

export const accountMails: Attack = {
  title: "Forgotten passwords and sign-ups, for one person and for thousands of made-up ones",
  async run({ stage: { base, person }, flood, send }) {
    const page = await send({ path: "/forgot" });
    const cookie = String(page.headers["set-cookie"] ?? "").split(";")[0]!;
    const csrf = csrfIn(page);
    await flood(16, (nth) => {
      const email = nth % 3 === 0 ? person.email : `nobody${nth}@nowhere.test`;
      const isSignUp = nth % 2 === 1;
      const path = isSignUp ? "/sign-up" : "/forgot";
      const fields = {
        csrf,
        email,
        ...(isSignUp ? { name: "N", password: "a long enough password", terms: "on" } : {}),
      };
      const { headers = {}, body = "" } = formOf(base, path, fields, cookie);
      return send({ method: "POST", path, headers, body, from: nth % 60 });
    });
  },
};

import { csrfIn } from "../browser.ts";
import { formOf } from "../client.ts";
import type { Attack } from "../stranger.ts";

export const passwords: Attack = {
  title: "Wrong passwords for one account, from 60 addresses",
  async run({ stage: { base, person }, flood, send }) {
    const page = await send({ path: "/sign-in" });
    const cookie = String(page.headers["set-cookie"] ?? "").split(";")[0]!;
    const fields = { csrf: csrfIn(page), email: person.email, return_to: "/" };
    await flood(16, (nth) => {
      const { headers = {}, body = "" } = formOf(
        base,
        "/sign-in",
        { ...fields, password: `wrong password ${nth}` },
        cookie,
      );
      return send({ method: "POST", path: "/sign-in", headers, body, from: nth % 60 });
    });
  },
};

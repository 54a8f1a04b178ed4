import type { Answer, Asked, Client } from "./client.ts";
import { formOf } from "./client.ts";

/** What a browser adds to requests: cookies that it keeps, redirects that it follows, the token of a form it was shown. */
export function createBrowser(base: string, client: Client, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));

  async function send(asked: Asked, signal: AbortSignal): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await client.send({ ...asked, headers: { ...asked.headers, ...(cookie && { cookie }) } }, signal);
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects within the site; `at` is the last address, which may be of another site. */
  async function follow(asked: Asked, signal: AbortSignal): Promise<{ answer: Answer; at: URL }> {
    let at = new URL(asked.path, base);
    let answer = await send(asked, signal);
    for (let step = 0; answer.headers.location && step < 10; step++) {
      at = new URL(answer.headers.location, at);
      if (at.origin !== new URL(base).origin) break;
      answer = await send({ path: at.pathname + at.search }, signal);
    }
    return { answer, at };
  }

  return {
    get: (path: string, signal: AbortSignal) => send({ path }, signal),
    follow,
    /** Opens the page of a form and sends it. */
    async fill(page: string, path: string, fields: Record<string, string>, signal: AbortSignal) {
      const csrf = csrfIn(await send({ path: page }, signal));
      return send(formOf(base, path, { csrf, ...fields }), signal);
    },
    send,
    forget: (name: string) => jar.delete(name),
  };
}

export const csrfIn = ({ text }: Pick<Answer, "text">): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

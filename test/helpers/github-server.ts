import { createHash } from "node:crypto";
import { startApiServer } from "./api-server.ts";

export type GitHubPerson = {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
};

/** GitHub Enterprise as Debut sees it: OAuth with PKCE, `iss` in the callback, and two resources of its API. */
export async function startGitHub() {
  const people = new Map<string, GitHubPerson>();
  const codes = new Map<string, { login: string; challenge: string; redirectUri: string }>();
  const tokens = new Map<string, string>();
  let count = 0;
  const server = await startApiServer(({ method, path, query, headers, text }) => {
    const bearer = tokens.get(String(headers.authorization).replace("Bearer ", ""));
    const person = bearer === undefined ? undefined : people.get(bearer);
    if (path === "/login/oauth/authorize") {
      const code = `code-${++count}`;
      const redirectUri = query.get("redirect_uri")!;
      codes.set(code, { login: query.get("login")!, challenge: query.get("code_challenge")!, redirectUri });
      const back = new URLSearchParams({ code, state: query.get("state")!, iss: `${server.url}/login/oauth` });
      return { status: 302, headers: { location: `${redirectUri}?${back}` } };
    }
    if (method === "POST" && path === "/login/oauth/access_token") {
      const form = new URLSearchParams(text);
      const code = codes.get(form.get("code")!);
      codes.delete(form.get("code")!);
      const challenge = createHash("sha256").update(form.get("code_verifier")!).digest("base64url");
      const isRight =
        code?.challenge === challenge &&
        code.redirectUri === form.get("redirect_uri") &&
        form.get("client_id") === "gh-id" &&
        form.get("client_secret") === "gh-secret";
      // GitHub says so with status 200.
      if (!isRight) return { json: { error: "bad_verification_code", error_description: "It is wrong or expired." } };
      const token = `gho_${++count}`;
      tokens.set(token, code.login);
      return { json: { access_token: token, token_type: "bearer", scope: "user:email" } };
    }
    if (!person) return { status: 401, json: { message: "Bad credentials" } };
    if (path === "/api/v3/user") return { json: { id: person.id, login: person.login, name: person.name } };
    if (path === "/api/v3/user/emails") return { json: person.emails };
    return { status: 404, json: { message: "Not Found" } };
  });
  /** Follows the redirect to GitHub as a person who is signed in there, and returns the callback. */
  async function signInThere(authorization: string, login: string): Promise<string> {
    const response = await fetch(`${authorization}&login=${login}`, { redirect: "manual" });
    return response.headers.get("location")!;
  }
  return { ...server, people, signInThere };
}

import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, type Reply, type Visitor } from "./world.ts";

/** A whole server with an admin and a member, both signed in. */
export async function createTeam(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld({ ...options, env: { LIMIT_SIGN_IN: "1000", ...options.env } });
  await world.account("root", { admin: true });
  async function signedIn(name: string): Promise<Visitor> {
    await world.account(name);
    const person = createVisitor(world.baseUrl);
    await person.signIn(`${name}@people.example`, { password: PASSWORD });
    return person;
  }
  const [root, ann] = [await signedIn("root"), await signedIn("ann")];
  const { store } = world.deps;

  return {
    world,
    store,
    root,
    ann,
    signedIn,
    async act(path: string, form: Record<string, string | string[]>): Promise<string> {
      const reply = await root.post(path, form);
      return noticeOf(reply) ?? String(reply.status);
    },
    async logged() {
      const [entry] = (await store.audit.list({}, { page: 1, perPage: 1 })).items;
      return entry && { action: entry.action, name: entry.name, before: entry.before, after: entry.after };
    },
    async vote(name: string, slug: string): Promise<void> {
      const person = await signedIn(name);
      await person.get(`/listings/${slug}`);
      await person.post(`/listings/${slug}/vote`, { vote: "on" });
    },
  };
}

const noticeOf = ({ location }: Reply): string | undefined => /[?&]notice=([a-z-]+)/.exec(location)?.[1];

export type Team = Awaited<ReturnType<typeof createTeam>>;

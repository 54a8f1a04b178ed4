import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { checkEmail } from "#actions/accounts/new-account.ts";
import { checkPassword } from "#core/credentials/check-password.ts";
import { inEnglish } from "#languages/words.ts";
import { type Command, CommandError, type Flags, type Io, required, text } from "./command.ts";

export const PASSWORD_OPTIONS: Command["options"] = {
  "password-stdin": { isOn: "read it from standard input; a terminal asks, and shows nothing" },
  password: "the password itself, which the process list shows to others",
};

/** The password option's value; undefined if none was given. */
export async function readPassword(flags: Flags, io: Io): Promise<string | undefined> {
  const given = text(flags, "password");
  if (given !== undefined && flags["password-stdin"])
    throw new CommandError("Give --password-stdin or --password, not both.", 2);
  if (given !== undefined) {
    io.note("debut: other users of this machine can see --password in the process list. Use --password-stdin instead.");
    return given;
  }
  if (!flags["password-stdin"]) return undefined;
  return io.stdin.isTTY ? askTwice(io) : (await readAll(io.stdin)).replace(/\r?\n$/, "");
}

export async function needPassword(flags: Flags, io: Io): Promise<string> {
  const password = await readPassword(
    { ...flags, ...(io.stdin.isTTY && !flags.password ? { "password-stdin": true } : {}) },
    io,
  );
  if (!password)
    throw new CommandError("There is no password. Send it to --password-stdin, or run this in a terminal.", 2);
  return password;
}

export async function newLogin(flags: Flags, io: Io): Promise<{ email: string; password: string }> {
  const email = required(flags, "email");
  if (checkEmail(email)) throw new CommandError(`"${email}" is not an email address.`, 2);
  const password = await needPassword(flags, io);
  const weak = checkPassword(password, { email, siteName: io.settings().SITE_NAME });
  if (weak) throw new CommandError(inEnglish(weak), 2);
  return { email, password };
}

async function askTwice({ stdin, note }: Io): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  const closed = once(reader, "close").then(() => {
    throw new CommandError("Cancelled; nothing was changed.", 130);
  });
  const ask = async (question: string): Promise<string> => {
    note(question);
    return (await Promise.race([once(reader, "line"), closed]))[0];
  };
  reader.once("SIGINT", () => reader.close());
  try {
    const password = await ask("Password (nothing is shown as you type):");
    if (password === (await ask("Repeat the password:"))) return password;
    throw new CommandError("The passwords differ. Run the command again.", 2);
  } finally {
    closed.catch(() => undefined);
    reader.close();
  }
}

import { z } from "zod";
import { checkPassword } from "../../auth/passwords.ts";
import type { Html } from "../../core/html.ts";
import { html } from "../../core/html.ts";
import type { Faults } from "../kit/form.ts";
import { field } from "../kit/form.ts";

/** The fields that the sign-up and first-admin pages share. */
export type NewAccountForm = { name: string; email: string; password: string };

/** One address without a name; 64 and 254 are the limits of mail itself. */
const Email = z
  .email()
  .max(254)
  .regex(/^.{1,64}@/);
export const NAME_MAX = 80;

export const checkEmail = (email: string): string | undefined =>
  Email.safeParse(email).success ? undefined : "Enter one mail address, like ann@example.com.";

export const checkName = (name: string): string | undefined =>
  name.length > NAME_MAX ? `Use at most ${NAME_MAX} characters.` : /\n/.test(name) ? "Use one line." : undefined;

export const checkNewAccount = ({ name, email, password }: NewAccountForm): Faults => ({
  name: checkName(name),
  email: checkEmail(email),
  password: checkPassword(password, email),
});

export const PASSWORD_HINT = "At least 10 characters. A few words in a row are easy to remember and hard to guess.";

export const newAccountFields = ({ name, email }: Partial<NewAccountForm>, faults: Faults): Html => html`
${field({ name: "name", label: "Your name", value: name, fault: faults.name, autocomplete: "name", required: false, maxLength: NAME_MAX, hint: "As it should stand beside your products. You can leave it for later." })}
${field({ name: "email", label: "Mail address", type: "email", value: email, fault: faults.email, autocomplete: "username" })}
${field({ name: "password", label: "Password", type: "password", fault: faults.password, autocomplete: "new-password", maxLength: 256, hint: PASSWORD_HINT })}`;

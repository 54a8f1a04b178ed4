import { NAME_MAX, type NewAccountForm } from "../../../actions/accounts/new-account.ts";
import type { Html } from "../../../core/text/html.ts";
import { html } from "../../../core/text/html.ts";
import type { Faults } from "../../kit/form.ts";
import { field } from "../../kit/form.ts";

export const PASSWORD_HINT = "At least 10 characters. A few words in a row are easy to remember and hard to guess.";

/** The fields that sign-up and the first-admin page share. */
export const newAccountFields = (
  { name, email }: Partial<NewAccountForm>,
  faults: Faults,
  { needsPassword = true } = {},
): Html => html`
${field({
  name: "name",
  label: "Your name",
  value: name,
  fault: faults.name,
  autocomplete: "name",
  required: false,
  maxLength: NAME_MAX,
  hint: "Shown next to your products. You can add it later.",
})}
${field({ name: "email", label: "Email", type: "email", value: email, fault: faults.email, autocomplete: "username" })}
${field({
  name: "password",
  label: "Password",
  type: "password",
  fault: faults.password,
  autocomplete: "new-password",
  maxLength: 256,
  required: needsPassword,
  hint: needsPassword ? PASSWORD_HINT : `${PASSWORD_HINT} Or leave it empty, and sign in by email or with a passkey.`,
})}`;

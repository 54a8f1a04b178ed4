import { expect, it } from "vitest";
import { inEnglish } from "../../languages/words.ts";
import { addressWords } from "../../site/parts/drafts/submit-form.ts";

it.each([
  ["", "Enter the address of your website, like acme.com."],
  ["Acme Charts", "That looks like a name. Enter the address, like acme.com."],
  ["acme,com", "That is not quite an address. Did you mean acme.com?"],
  ["htp://acme.com/a", "That is not quite an address. Did you mean acme.com/a?"],
  ["https//acme.com", "That is not quite an address. Did you mean acme.com?"],
  ["acme..com", "That is not quite an address. Did you mean acme.com?"],
  ["ann@acme.com", "That is an email address. Is acme.com your website?"],
  ["ftp://acme.test", "As the check says."],
  ["http://10.0.0.1", "As the check says."],
])("%j is refused with what to do", (typed, words) => {
  expect(inEnglish(addressWords(typed, "As the check says."))).toBe(words);
});

import { MessageFault, namesIn, parseMessage } from "./icu.ts";
import { t, type Words } from "./words.ts";

/** What is wrong with a translation: it must have the parts, the tags and the plural forms of its sentence. */
export function messageFaults(tag: string, { id, text }: { id: string; text: string }): Words[] {
  const faults: Words[] = [];
  const isPart = (name: string): string => `{${name}}`;
  let here: ReturnType<typeof namesIn>;
  try {
    here = namesIn(parseMessage(text));
  } catch (error) {
    if (error instanceof MessageFault) return [t`it cannot be read: ${error.message}`];
    throw error;
  }
  const source = namesIn(parseMessage(id));
  if (/'(?=[{<])/.test(text)) faults.push(t`use the apostrophe ’: other tools read ' as a quote`);
  for (const name of new Set(source.parts).difference(new Set(here.parts))) faults.push(t`${isPart(name)} is missing`);
  for (const name of new Set(here.parts).difference(new Set(source.parts)))
    faults.push(t`${isPart(name)} is not in the source`);
  const [tags, others] = [source.tags, here.tags].map((names) =>
    [...new Set(names)]
      .sort()
      .map((name) => `<${name}>`)
      .join(" "),
  );
  if (tags !== others) faults.push(t`the tags differ: ${tags || "–"} / ${others || "–"}`);
  for (const { by, name, branches } of here.choices) {
    if (by === "select") continue;
    const rules = new Intl.PluralRules(tag, { type: by === "plural" ? "cardinal" : "ordinal" });
    const forms: string[] = rules.resolvedOptions().pluralCategories;
    for (const form of forms) if (!branches.has(form)) faults.push(t`the form “${form}” of ${isPart(name)} is missing`);
    for (const form of branches.keys())
      if (!form.startsWith("=") && !forms.includes(form)) faults.push(t`${tag} has no form “${form}”`);
  }
  return faults;
}

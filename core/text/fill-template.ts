const SECTION = /^\{\{([#^])(\w+)\}\}\n([\s\S]*?)^\{\{\/\2\}\}\n/gm;

/**
 * A template of data/texts: `{{name}}` is a fact, the lines from `{{#name}}` to `{{/name}}` appear
 * only if it holds, and those from `{{^name}}` only if not.
 */
export function fillTemplate(template: string, facts: Readonly<Record<string, unknown>>): string {
  const factNamed = (name: string): unknown => {
    if (!(name in facts)) throw new Error(`A template names an unknown fact: ${name}.`);
    return facts[name];
  };
  const kept = (text: string): string =>
    text.replace(SECTION, (_, kind: string, name: string, lines: string) =>
      Boolean(factNamed(name)) === (kind === "#") ? kept(lines) : "",
    );
  return kept(template).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(factNamed(name)));
}

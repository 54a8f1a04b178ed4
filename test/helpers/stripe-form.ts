/** A form as Stripe reads it: `a[b][0][c]=d` is { a: { b: { 0: { c: "d" } } } }. */
export type Form = { [key: string]: string | Form };

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let place = form;
    for (const key of path.slice(0, -1)) {
      place[key] ??= {};
      place = place[key] as Form;
    }
    place[path.at(-1)!] = value;
  }
  return form;
}

/** Full names of all values, with * for places in a list: line_items[*][quantity]. */
export const namesIn = (form: Form, before = ""): string[] =>
  Object.entries(form).flatMap(([key, value]) => {
    const step = /^\d+$/.test(key) ? "*" : key;
    const name = before === "" ? step : `${before}[${step}]`;
    return typeof value === "string" ? [name] : namesIn(value, name);
  });

import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

/** Elements that show code on purpose, and those that show nothing. */
const LEFT_OUT = new Set(["script", "style", "template", "code", "pre", "svg", "kbd", "samp", "textarea"]);
const BLOCKS = new Set(
  (
    "address article aside body button dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header label " +
    "legend li main nav ol option p section select summary table td th title tr ul"
  ).split(" "),
);
const SPOKEN = ["alt", "aria-label", "title", "placeholder"];

const isMono = (node: Node): boolean =>
  "attrs" in node && node.attrs.some(({ name, value }) => name === "class" && /\bmono\b/.test(value));

/** What a person reads or hears on a page, a line for each block. Code samples are left out. */
export function visibleText(page: string): string[] {
  const parts: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeName === "#text") parts.push((node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, " "));
    if (!("childNodes" in node) || LEFT_OUT.has(node.nodeName) || isMono(node)) return;
    if (BLOCKS.has(node.nodeName)) parts.push("\n");
    if ("attrs" in node)
      for (const { name, value } of node.attrs)
        if (SPOKEN.includes(name) && !("nodeName" in node && node.nodeName === "link")) parts.push(`\n${value}\n`);
    for (const child of node.childNodes) visit(child);
    if (BLOCKS.has(node.nodeName)) parts.push("\n");
  };
  visit(parse(page, { scriptingEnabled: false }));
  return parts
    .join("")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

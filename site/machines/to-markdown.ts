import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import type { Html } from "#core/text/html.ts";
import { escapeMarkdown, escapeStart } from "#domain/text/escape-markdown.ts";
import type { Language } from "#languages/language.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are useful only in a browser. */
const SKIPPED = new Set("form button input select textarea script noscript style template svg dialog".split(" "));
const CONTAINERS = new Set("main section div header footer aside article nav figure fieldset details".split(" "));
const BLOCKS = new Set([...CONTAINERS, ..."h1 h2 h3 h4 h5 h6 p ul ol dl pre table blockquote hr summary".split(" ")]);

const isElement = (node: Node): node is Element => "tagName" in node;
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value;
const classesOf = (element: Element): string[] => (attribute(element, "class") ?? "").split(/\s+/);

const isSkipped = (node: Node): boolean =>
  isElement(node) &&
  (SKIPPED.has(node.tagName) ||
    attribute(node, "hidden") !== undefined ||
    attribute(node, "aria-hidden") === "true" ||
    classesOf(node).includes("unseen"));

const rawText = (node: Node): string =>
  isElement(node) ? node.childNodes.map(rawText).join("") : "value" in node ? node.value : "";

/** The body of one of our pages as Markdown. Addresses become absolute, relative to that of the page. */
export function toMarkdown(body: Html, pageUrl: string, language: Language): string {
  let isInLink = false;
  return `${blocks(parseFragment(body.in(language)).childNodes).join("\n\n")}\n`;

  /** A link to a website; of pictures, too, because a picture that a model repeats is fetched at once. */
  function link(text: string, url: string | undefined): string {
    const { href, protocol } = URL.parse(url ?? "", pageUrl) ?? new URL(pageUrl);
    if (!text || !/^https?:$/.test(protocol)) return text;
    const address = href.replace(/[()\s<>\\]/g, (character) =>
      encodeURIComponent(character).replace("(", "%28").replace(")", "%29"),
    );
    return `[${text}](${address})`;
  }

  /** Whole blocks; text between blocks becomes a paragraph. */
  function blocks(nodes: readonly Node[]): string[] {
    const made: string[] = [];
    let loose: Node[] = [];
    const flush = () => {
      const text = paragraph(loose, false);
      if (text) made.push(text);
      loose = [];
    };
    for (const node of nodes) {
      if (isSkipped(node)) continue;
      if (isElement(node) && BLOCKS.has(node.tagName)) {
        flush();
        made.push(...block(node).filter(Boolean));
      } else loose.push(node);
    }
    flush();
    return made;
  }

  function block(element: Element): string[] {
    const { tagName, childNodes } = element;
    if (CONTAINERS.has(tagName)) return blocks(childNodes);
    if (/^h[1-6]$/.test(tagName)) return [`${"#".repeat(Number(tagName[1]))} ${inline(childNodes).trim()}`];
    switch (tagName) {
      case "ul":
      case "ol":
        return [list(element, tagName === "ol")];
      case "dl":
        return [definitions(element)];
      case "pre":
        return [fenced(rawText(element).replace(/\n$/, ""))];
      case "table":
        return [table(element)];
      case "blockquote":
        return [indent(blocks(childNodes).join("\n\n"), "> ", "> ")];
      case "hr":
        return ["---"];
      case "summary":
        return [`**${inline(childNodes).trim()}**`];
      default:
        return [paragraph(childNodes, classesOf(element).includes("prose"))];
    }
  }

  function paragraph(nodes: readonly Node[], keepsLines: boolean): string {
    const lines = inline(nodes, keepsLines)
      .split("\n")
      .map((line) => line.trim());
    const joined = lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    return joined
      .split("\n")
      .map(escapeStart)
      .map((line, index, all) => (line && all[index + 1] ? `${line}  ` : line))
      .join("\n");
  }

  function list(element: Element, isNumbered: boolean): string {
    const items = element.childNodes.filter(isElement).filter(({ tagName }) => tagName === "li");
    return items
      .map((item, index) => {
        const mark = isNumbered ? `${index + 1}. ` : "- ";
        return indent(itemText(item), mark, " ".repeat(mark.length));
      })
      .join("\n");
  }

  /** A heading inside an item is the item's name; its other blocks follow on lines of their own. */
  function itemText(item: Element): string {
    return blocks(item.childNodes)
      .map((text) =>
        text.replace(/^#{1,6} (.*)$/, (_, title: string) => (title.startsWith("[") ? title : `**${title}**`)),
      )
      .join("\n")
      .trim();
  }

  function definitions(element: Element): string {
    const lines: string[] = [];
    for (const node of element.childNodes.flatMap((child) =>
      isElement(child) && child.tagName === "div" ? child.childNodes : [child],
    )) {
      if (!isElement(node)) continue;
      const text = inline(node.childNodes).trim();
      if (node.tagName === "dt") lines.push(`- ${text}:`);
      else if (lines.length) lines.push(`${lines.pop()} ${text}`);
    }
    return lines.join("\n");
  }

  function table(element: Element): string {
    const rows = descendants(element, "tr").map((row) =>
      row.childNodes
        .filter((node): node is Element => isElement(node) && (node.tagName === "td" || node.tagName === "th"))
        .map((cell) => inline(cell.childNodes).trim()),
    );
    const [head, ...rest] = rows;
    if (!head) return "";
    const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
    return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
  }

  function inline(nodes: readonly Node[], keepsLines = false): string {
    const text = nodes.map((node) => inlineOf(node, keepsLines)).reduce(joined, "");
    return keepsLines
      ? text
      : text.replace(/[ \t\n\r\f]*\n[ \t\n\r\f]*|[ \t\r\f]{2,}/g, (space) => (space.includes("\\\n") ? space : " "));
  }

  function inlineOf(node: Node, keepsLines: boolean): string {
    if (isSkipped(node)) return "";
    if (!isElement(node)) {
      if (!("value" in node)) return "";
      return escapeMarkdown(keepsLines ? node.value : node.value.replace(/\s+/g, " "));
    }
    const inner = () => inline(node.childNodes, keepsLines);
    switch (node.tagName) {
      case "a": {
        isInLink = true;
        const text = inner().trim();
        isInLink = false;
        return link(text, attribute(node, "data-for-machines") ?? attribute(node, "href"));
      }
      case "strong":
      case "b":
        return wrapped(inner(), "**");
      case "em":
      case "i":
        return wrapped(inner(), "*");
      case "code":
        return code(rawText(node));
      case "br":
        return " ";
      case "img": {
        const alt = escapeMarkdown(attribute(node, "alt") ?? "");
        return isInLink ? alt : link(alt, attribute(node, "src"));
      }
      case "li":
      case "p":
      case "div":
        return ` ${inner()} `;
      default:
        return inner();
    }
  }
}

const joined = (text: string, next: string): string =>
  text.endsWith("!") && next.startsWith("[") ? `${text.slice(0, -1)}\\!${next}` : text + next;

const wrapped = (text: string, mark: string): string => {
  const inner = text.trim();
  return inner ? text.replace(inner, () => `${mark}${inner}${mark}`) : text;
};

const fenceOf = (text: string, least: number): string =>
  "`".repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
const fenced = (text: string): string => `${fenceOf(text, 3)}\n${text}\n${fenceOf(text, 3)}`;
const code = (text: string): string => {
  const mark = fenceOf(text, 1);
  return text ? `${mark}${/^`|`$/.test(text) ? ` ${text} ` : text}${mark}` : "";
};

const indent = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? first + line : line && rest + line))
    .join("\n");

const descendants = (element: Element, tagName: string): Element[] =>
  element.childNodes.flatMap((node) =>
    isElement(node) ? (node.tagName === tagName ? [node] : descendants(node, tagName)) : [],
  );

import { SaxesParser } from "saxes";

export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] };

export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const stack = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]));
    const element: XmlElement = { name, attributes: values, text: "", children: [] };
    stack.at(-1)!.children.push(element);
    stack.push(element);
  });
  parser.on("text", (content) => {
    stack.at(-1)!.text += content;
  });
  parser.on("closetag", () => stack.pop());
  parser.write(text).close();
  return root.children[0]!;
}

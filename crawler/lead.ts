import type { DefaultTreeAdapterTypes } from "parse5";

type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Text within a block, and the element that holds it. */
export type Piece = { text: string; parent: ParentNode | null };

const EMPHASIS = new Set(["strong", "b", "dfn"]);
const MOST_CLIMBED = 6;
const MOST_LEAD = 120;

/**
 * The lead-in of a block: bold text or the first of several elements, as in
 * `<span>Fast</span><span>It opens in a second.</span>`. Empty if none.
 */
export function leadOf(pieces: readonly Piece[], blockLevel: ReadonlySet<string>): string {
  const start = pieces.findIndex(({ text }) => text.trim() !== "");
  const root = inlineRoot(pieces[start]?.parent ?? null, blockLevel);
  if (root === null) return "";
  let lead = "";
  for (const { text, parent } of pieces.slice(start, start + 20)) {
    if (lead.length > MOST_LEAD) return "";
    const other = inlineRoot(parent, blockLevel);
    if (other === root) lead += text;
    else if (text.trim() !== "") return EMPHASIS.has(root.nodeName) || other !== null ? lead : "";
  }
  return "";
}

/** The outermost inline element around a text; null if directly in a block. */
function inlineRoot(parent: ParentNode | null, blockLevel: ReadonlySet<string>): ParentNode | null {
  let root: ParentNode | null = null;
  let node = parent;
  for (let climbed = 0; node && climbed < MOST_CLIMBED && !blockLevel.has(node.nodeName); climbed++) {
    root = node;
    node = "parentNode" in node ? node.parentNode : null;
  }
  return root;
}

import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { CLAIM_TAG } from "#domain/listings/claim.ts";
import { attribute, isElement } from "./elements.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Values of `debut-claim` tags in the head, and elsewhere, where they prove nothing. */
export type ClaimTags = { head: string[]; elsewhere: string[] };

/**
 * Parses like a browser, to find where the head ends. Only the head counts, because comments or
 * reviews might put a tag into the body.
 */
export function readClaimTags({ html }: { html: string }): ClaimTags {
  const tags: ClaimTags = { head: [], elsewhere: [] };
  const stack: { node: Node; inHead: boolean }[] = parse(html).childNodes.map((node) => ({ node, inHead: false }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, inHead } = next;
    if (!isElement(node)) continue;
    if (node.tagName === "meta" && attribute(node, "name")?.trim().toLowerCase() === CLAIM_TAG)
      tags[inHead ? "head" : "elsewhere"].push((attribute(node, "content") ?? "").trim().slice(0, 200));
    for (const child of node.childNodes) stack.push({ node: child, inHead: node.tagName === "head" });
  }
  return tags;
}

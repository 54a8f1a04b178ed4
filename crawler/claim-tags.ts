import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { CLAIM_TAG } from "../domain/listings/claim.ts";
import { attribute, isElement } from "./elements.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The values of `debut-claim` tags: those in the head, and those elsewhere, which prove nothing. */
export type ClaimTags = { head: string[]; elsewhere: string[] };

/**
 * Parses a page as a browser does: tags alone do not say where the head ends, and a comment or template contains no elements.
 * Anybody who may write a comment or a review on a page could put a tag into its body, so only the head counts.
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

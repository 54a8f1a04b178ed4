import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute, isElement } from "./elements.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A prefix, B for a boundary or P for a part or S for its content, and a hexadecimal number. */
const STREAMED_ID = /^(.{0,50}?)([BPS]):([0-9a-f]{1,8})$/;
const isComment = (node: Node, text: RegExp): boolean =>
  node.nodeName === "#comment" && "data" in node && text.test(node.data);

/**
 * React streams late content as `<div hidden id="S:0">` after its fallback, and a script moves it to
 * `<template id="B:0">` or `P:0`. Does the same without running scripts.
 */
export function placeStreamed(roots: readonly Node[]): void {
  const places = new Map<string, Element>();
  const contents = new Map<string, Element>();
  const stack: Node[] = [...roots];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    const [, prefix, letter, number] = STREAMED_ID.exec(attribute(node, "id") ?? "") ?? [];
    if (letter === "S" && attribute(node, "hidden") !== undefined) contents.set(`${prefix}${number}`, node);
    else if (letter !== undefined && letter !== "S" && node.tagName === "template")
      places.set(`${prefix}${number}`, node);
    for (const child of node.childNodes) stack.push(child);
  }
  for (const [key, content] of contents) {
    const place = places.get(key);
    if (!place || isInside(place, content)) continue;
    move(content, place);
  }
}

function isInside(node: Element, container: Element): boolean {
  for (let at: DefaultTreeAdapterTypes.ParentNode | null = node; at; at = "parentNode" in at ? at.parentNode : null)
    if (at === container) return true;
  return false;
}

/** Replaces the template, and for a boundary its fallback up to the closing comment. */
function move(content: Element, place: Element): void {
  const parent = place.parentNode;
  if (!parent) return;
  const from = parent.childNodes.indexOf(place);
  const end = attribute(place, "id")?.includes("B:") ? endOfBoundary(parent.childNodes, from) : from + 1;
  for (const child of content.childNodes) child.parentNode = parent;
  parent.childNodes.splice(from, end - from, ...content.childNodes);
  content.childNodes = [];
}

function endOfBoundary(siblings: readonly Node[], from: number): number {
  let depth = 0;
  for (let at = from + 1; at < siblings.length; at++) {
    const node = siblings[at];
    if (!node) break;
    if (isComment(node, /^\$[?!~]?$/)) depth += 1;
    else if (isComment(node, /^\/\$$/) && depth-- === 0) return at;
  }
  return from + 1;
}

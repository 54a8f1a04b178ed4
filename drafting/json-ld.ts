import type { SitePage } from "#domain/drafts/site.ts";
import { onceEach } from "#domain/text/once.ts";

export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All JSON-LD objects, outer first. Cached, because every field needs them. */
export const nodesOf = onceEach((page: SitePage): Node[] => {
  const found: Node[] = [];
  const queue: unknown[] = [...page.jsonLd];
  for (const value of queue) {
    if (found.length >= 500) break;
    if (isNode(value)) found.push(value);
    // The loop also visits appended items.
    if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) if (typeof inner === "object") queue.push(inner);
  }
  return found;
});

const typesOf = (node: Node): string[] => listOf(node["@type"]).filter((type) => typeof type === "string");

export const isA = (node: Node, pattern: RegExp): boolean => typesOf(node).some((type) => pattern.test(type));

export const ORGANISATION = /(Organization|Corporation|Business|Store|Company|Brand)$/;
export const PRODUCT = /(SoftwareApplication|WebApplication|MobileApplication|Product|SoftwareSourceCode)$/;

export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Strings of a property: a string, a list or objects with `name` (or `url`). */
export const stringsOf = (value: unknown, key = "name"): string[] =>
  listOf(value).flatMap((item) => {
    if (typeof item === "string") return item.trim() ? [item.trim()] : [];
    if (typeof item === "number") return [String(item)];
    return isNode(item) && typeof item[key] === "string" ? [item[key].trim()] : [];
  });

export const allStrings = (page: SitePage): string[] =>
  nodesOf(page).flatMap((node) => Object.values(node).flatMap((value) => stringsOf(value)));

/** Founders in JSON-LD with their roles. */
export function foundersIn(page: SitePage): { name: string; role: string | null }[] {
  const makers = nodesOf(page).filter((node) => isA(node, ORGANISATION) || isA(node, PRODUCT));
  const named = makers.flatMap((node) => [...listOf(node.founder), ...listOf(node.founders)]);
  const roles = new Map(
    nodesOf(page).flatMap(({ name, jobTitle }) => pairOf(stringsOf(name)[0], stringsOf(jobTitle)[0])),
  );
  // Graphs name people once and reference them by id.
  const byId = new Map(nodesOf(page).flatMap((node) => (node.name === undefined ? [] : [[node["@id"], node]])));
  const people = named.map((one) => (isNode(one) && one.name === undefined ? (byId.get(one["@id"]) ?? one) : one));
  return people.flatMap((person) => stringsOf(person)).map((name) => ({ name, role: roles.get(name) ?? null }));
}

const pairOf = (name: string | undefined, role: string | undefined): [string, string][] =>
  name && role ? [[name, role]] : [];

export type Leaf<T> = { label: string; methods: Map<string, T> };
type Node<T> = { fixed: Map<string, Node<T>>; named?: Node<T>; leaf?: Leaf<T> };
export type Match<T> = { leaf: Leaf<T>; values: string[] };

const isName = (segment: string): boolean => segment.startsWith("{");

/** A tree of path segments. Fixed words win over parameters: /orders/quote is never the order "quote". */
export class Routes<T> {
  private readonly root: Node<T> = { fixed: new Map() };

  add(method: string, segments: string[], value: T): void {
    let node = this.root;
    for (const segment of segments) {
      const next: Node<T> = (isName(segment) ? node.named : node.fixed.get(segment)) ?? { fixed: new Map() };
      if (isName(segment)) node.named = next;
      else node.fixed.set(segment, next);
      node = next;
    }
    node.leaf ??= { label: `/${segments.join("/")}`, methods: new Map() };
    node.leaf.methods.set(method, value);
  }

  find(path: string): Match<T> | undefined {
    return search(this.root, path.slice(1).split("/"), 0, []);
  }
}

function search<T>(node: Node<T>, segments: string[], at: number, values: string[]): Match<T> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.leaf && { leaf: node.leaf, values };
  const fixed = node.fixed.get(segment);
  const found = fixed && search(fixed, segments, at + 1, values);
  if (found || !node.named || segment === "") return found;
  return search(node.named, segments, at + 1, [...values, decoded(segment)]);
}

/** A segment with an invalid percent code stays as it is, because no id looks like that. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

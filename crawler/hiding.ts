import type { DefaultTreeAdapterTypes } from "parse5";
import type { Hiding, HidingWay } from "#domain/listings/badge-watch.ts";
import type { Styled, Value } from "./cascade.ts";
import { attribute } from "./elements.ts";
import { hasNoRoom, isClipped, isOffScreen } from "./hiding-box.ts";
import { type Look, lookOf } from "./look.ts";
import type { Screen } from "./media-query.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose content is a fallback. */
const FALLBACK = new Set(["audio", "canvas", "datalist", "meter", "progress", "video"]);
/** Attributes and classes that libraries remove or style once their script runs. */
const REVEALED = /^(x|v|ng|data-ng)-cloak$|^data-(aos|sal|scroll|w-id|wow|reveal|animate|animation)/;
const REVEALED_CLASS = /(^|\s)(elementor-invisible|wow|aos-\S+|ng-cloak|lazy\S*|async-hide|reveal\S*)(\s|$)/i;

const isZero = (value: string): boolean => /^[+-]?0*\.?0*%?$/.test(value) && value !== "";

export function hidingOn(screen: Screen, chain: readonly Element[], styled: Styled): Hiding | undefined {
  const seen = chain.map((element) => ({ element, look: lookOf(element, screen, styled) }));
  const looks = seen.map(({ look }) => look);
  const fromOf = (element: Element, property: string): string =>
    styled(element, property, screen).find(({ value }: Value) => value !== "initial")?.from ?? "";
  for (const [at, { element, look }] of seen.entries()) {
    const way = wayOf(element, look, at, looks);
    if (way) return { way: way.way, element: tagOf(element), from: way.property ? fromOf(element, way.property) : "" };
  }
  const shown = seen.findLast(({ look }) => look.maybe("visibility", (value) => value !== "inherit"));
  return shown?.look.is("visibility", (value) => value === "hidden" || value === "collapse") &&
    !moves(shown.look) &&
    !isRevealed(shown.element)
    ? { way: "visibility", element: tagOf(shown.element), from: fromOf(shown.element, "visibility") }
    : undefined;
}

type Way = { way: HidingWay; property?: string };

function wayOf(element: Element, look: Look, at: number, looks: readonly Look[]): Way | undefined {
  const isLast = at === looks.length - 1;
  if (FALLBACK.has(element.tagName) && !isLast) return { way: "fallback" };
  if (isRevealed(element)) return undefined;
  if (look.is("display", (value) => value === "none")) return { way: "display", property: "display" };
  const usual = look.maybe("display", () => true) ? undefined : hiddenByBrowser(element);
  if (usual) return { way: usual };
  if (!isLast && look.is("content-visibility", (value) => value === "hidden"))
    return { way: "display", property: "content-visibility" };
  if (attribute(element, "hidden")?.toLowerCase() === "until-found" && !isLast) return { way: "hidden_attribute" };
  if (moves(look)) return undefined;
  if (look.is("opacity", isZero) && !changes(look)) return { way: "opacity", property: "opacity" };
  if (look.is("filter", (value) => /\bopacity\(\s*0*\.?0*%?\s*\)/.test(value)))
    return { way: "opacity", property: "filter" };
  if (look.is("transform", (value) => /\bscale(x|y|3d)?\(\s*0\s*[,)]/.test(value)))
    return { way: "no_size", property: "transform" };
  if (look.is("scale", (value) => value === "0")) return { way: "no_size", property: "scale" };
  const room = hasNoRoom(element, look, at, looks);
  if (room) return { way: "no_size", ...(room !== "attribute" && { property: room }) };
  const clip = isClipped(look);
  if (clip) return { way: "clipped", property: clip };
  const away = isOffScreen(look);
  return away ? { way: "off_screen", property: away } : undefined;
}

/** What browsers hide by default. */
function hiddenByBrowser(element: Element): HidingWay | undefined {
  const hidden = attribute(element, "hidden");
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") return "hidden_attribute";
  if (element.tagName === "dialog" && attribute(element, "open") === undefined) return "closed_dialog";
  return attribute(element, "popover") === undefined ? undefined : "closed_dialog";
}

const isRevealed = (element: Element): boolean =>
  element.attrs.some(({ name }) => REVEALED.test(name)) ||
  REVEALED_CLASS.test((attribute(element, "class") ?? "").slice(0, 2_000));

/** Animated or interactive elements may become visible later. */
const moves = (look: Look): boolean =>
  ["transition", "transition-property", "transition-duration", "animation", "animation-name"].some((property) =>
    look.maybe(property, (value) => !/^(none|initial|all|0s|all 0s.*)$/.test(value)),
  );

/** Page builders start animations with opacity 0 and a transform. */
const changes = (look: Look): boolean =>
  look.maybe("will-change", (value) => value !== "auto") || look.maybe("transform", (value) => value !== "none");

/** `<div class="badge">`, shortened for a message. */
function tagOf(element: Element): string {
  const [id, names] = [attribute(element, "id"), attribute(element, "class")];
  const short = (text: string): string =>
    text
      .replace(/[^\w\s.:/-]/g, "")
      .trim()
      .slice(0, 40);
  return `<${element.tagName}${id ? ` id="${short(id)}"` : names ? ` class="${short(names)}"` : ""}>`;
}

import type { DefaultTreeAdapterTypes } from "parse5";
import type { Styled } from "./cascade.ts";
import type { Screen } from "./media-query.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** The style of an element on one screen. */
export type Look = {
  /** True if the property is set, and every value that it may have passes. */
  is(property: string, test: (value: string) => boolean): boolean;
  /** True if it may have a value that passes. */
  maybe(property: string, test: (value: string) => boolean): boolean;
};

export const lookOf = (element: Element, screen: Screen, styled: Styled): Look => ({
  is: (property, test) => {
    const values = styled(element, property, screen);
    return values.length > 0 && values.every(({ value }) => test(value));
  },
  maybe: (property, test) => styled(element, property, screen).some(({ value }) => test(value)),
});

import type { DefaultTreeAdapterTypes } from "parse5";
import type { Styled } from "./cascade.ts";
import type { Screen } from "./media-query.ts";

type Element = DefaultTreeAdapterTypes.Element;

export type Look = {
  /** True if the property is set and all its possible values pass. */
  is(property: string, test: (value: string) => boolean): boolean;
  /** True if one of its possible values passes. */
  maybe(property: string, test: (value: string) => boolean): boolean;
};

export const lookOf = (element: Element, screen: Screen, styled: Styled): Look => ({
  is: (property, test) => {
    const values = styled(element, property, screen);
    return values.length > 0 && values.every(({ value }) => test(value));
  },
  maybe: (property, test) => styled(element, property, screen).some(({ value }) => test(value)),
});

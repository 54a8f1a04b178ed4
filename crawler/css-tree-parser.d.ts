// Only the parser: the main module also loads the syntax of all properties.
declare module "css-tree/parser" {
  export { parse as default } from "css-tree";
}

declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree";
}

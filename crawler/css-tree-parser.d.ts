// The parser alone: the package's main module also loads the syntax of every property.
declare module "css-tree/parser" {
  export { parse as default } from "css-tree";
}

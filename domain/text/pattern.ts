/** A regular expression over several lines; line breaks and indentation are not part of it. */
export const pattern =
  (flags: string) =>
  (parts: TemplateStringsArray, ...values: string[]): RegExp =>
    new RegExp(String.raw(parts, ...values).replace(/\n\s*/g, ""), flags);

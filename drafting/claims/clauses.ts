import { pattern } from "#domain/text/pattern.ts";
export const clausesOf = (sentence: string): string[] =>
  sentence
    .split(
      pattern("iu")`
        [;:!?…\n()]+|\.\s|[—–]|\s-\s|,(?!\d)\s*(?=\S)|(?<![\p{L}])(?:but|that|which|who|because|although|
        though|while|whereas|so|if|when|aber|sondern|weil|dass|wenn|mais|parce que|pero|sino|porque|però|
        perché|mas|maar|omdat|men|ale)(?![\p{L}])`,
    )
    .map((part) => part.trim())
    .filter((part) => part !== "");

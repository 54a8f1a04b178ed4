// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells write their variables like this.
import { type Command, CommandError, optionsOf } from "./command.ts";

/** `commands` is lazy, because it includes this command. */
export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: "completion",
  usage: "completion bash|zsh|fish",
  summary: "Prints a script that lets the shell complete commands and options.",
  about: "Save its output where your shell looks for completions, or source it when a shell starts.",
  examples: [
    "completion bash > ~/.local/share/bash-completion/completions/debut",
    'completion zsh > "${fpath[1]}/_debut"',
    "completion fish > ~/.config/fish/completions/debut.fish",
  ],
  options: {},
  positionals: ["SHELL"],
  async run({ args }, io) {
    const write = SHELLS[args[0] ?? ""];
    if (!write) throw new CommandError(`Known shells are ${Object.keys(SHELLS).join(", ")}.`, 2);
    const script = write(commands());
    io.answer(script, { shell: args[0], script });
  },
});

const firstWords = (commands: readonly Command[]) => [...new Set(commands.map(({ name }) => name.replace(/ .*/, "")))];
const secondWords = (commands: readonly Command[], first: string) =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
const namesOf = ({ options }: Command) => [...Object.keys(options), "json", "help"].map((name) => `--${name}`);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const bashCase = (words: string, next: readonly string[]): string => `    "${words}") options="${next.join(" ")}" ;;`;

const bash = (commands: readonly Command[]): string =>
  [
    "_debut() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" options=""',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in',
    ...commands.filter(({ name }) => name.includes(" ")).map((command) => bashCase(command.name, namesOf(command))),
    "  esac",
    '  [ -n "$options" ] || case "${COMP_WORDS[1]}" in',
    ...commands.filter(({ name }) => !name.includes(" ")).map((command) => bashCase(command.name, namesOf(command))),
    ...firstWords(commands)
      .map((first) => [first, secondWords(commands, first)] as const)
      .filter(([, second]) => second.length > 0)
      .map(([first, second]) => bashCase(first, second)),
    "  esac",
    `  [ "$COMP_CWORD" -gt 1 ] || options="${firstWords(commands).join(" ")} help"`,
    '  COMPREPLY=($(compgen -W "$options" -- "$word"))',
    '  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))',
    "}",
    "complete -o filenames -F _debut debut",
  ].join("\n");

/** zsh can run bash completions. */
const zsh = (commands: readonly Command[]): string =>
  ["#compdef debut", "autoload -U +X bashcompinit && bashcompinit", bash(commands)].join("\n");

const fish = (commands: readonly Command[]): string =>
  [
    "complete -c debut -f",
    ...firstWords(commands).map((first) => {
      const only = commands.find(({ name }) => name === first);
      const what = only ? ` -d ${quoted(only.summary)}` : "";
      return `complete -c debut -n __fish_use_subcommand -a ${first}${what}`;
    }),
    ...commands.flatMap(({ name, summary, options, positionals }) => {
      const [first, second] = name.split(" ");
      const here = `__fish_seen_subcommand_from ${first}`;
      const at = second ? `${here}; and __fish_seen_subcommand_from ${second}` : here;
      const files = positionals?.some((word) => word.includes("FILE")) ? [`complete -c debut -n ${quoted(at)} -F`] : [];
      return [
        ...(second
          ? [
              `complete -c debut -n ${quoted(`${here}; and not __fish_seen_subcommand_from ${second}`)} -a ${second} -d ${quoted(summary)}`,
            ]
          : []),
        ...optionsOf({ options }).map(
          ({ name: option, type, summary: what }) =>
            `complete -c debut -n ${quoted(at)} -l ${option}${type === "string" ? " -r" : ""} -d ${quoted(what)}`,
        ),
        ...files,
      ];
    }),
    "complete -c debut -l json -d 'print JSON for programs'",
    "complete -c debut -l help -d 'show details'",
  ].join("\n");

const SHELLS: Record<string, (commands: readonly Command[]) => string> = { bash, zsh, fish };

import { notFound } from "#core/errors/errors.ts";
import { membersOf } from "#domain/text/record.ts";
import { type AnyTool, describe } from "#tools/define.ts";
import { getLeaderboard } from "#tools/launches/get-leaderboard.ts";
import { plain } from "#tools/schemas/common.ts";
import { type Catalogue, type CatalogueTool, createCatalogue, fromTool } from "./catalogue.ts";
import { RESEARCH } from "./research.ts";
import type { ToolAnswer } from "./view.ts";

const research = RESEARCH.map(({ tool }) => tool);

export const allTools = (tools: readonly AnyTool[]): Catalogue =>
  createCatalogue([...tools.map((tool) => fromTool(tool)), ...research]);

export const publicTools = (tools: readonly AnyTool[]): Catalogue => offer(tools, ({ access }) => access === "public");

export const browserTools = (tools: readonly AnyTool[]): Catalogue =>
  offer(tools, ({ access, annotations: { readOnlyHint } }) => readOnlyHint && /^(public|account:read)$/.test(access));

/**
 * What the stores for assistants accept: nothing is sold or leads to a checkout, and no list is
 * ranked by money.
 */
export const storeTools = (tools: readonly AnyTool[]): Catalogue =>
  offer(tools, ({ rest }) => !/ \/(orders|products)\b/.test(rest), [unpaidBoards]);

function offer(
  tools: readonly AnyTool[],
  isOffered: (tool: AnyTool) => boolean,
  instead: readonly CatalogueTool[] = [],
): Catalogue {
  const absent = tools.filter((tool) => !isOffered(tool)).map(({ name }) => name);
  const kept = tools
    .filter(isOffered)
    .map((tool) => instead.find(({ listed }) => listed.name === tool.name) ?? fromTool(tool));
  return createCatalogue([...kept, ...research].map((tool) => withoutNames(tool, absent)));
}

function withoutNames(tool: CatalogueTool, absent: readonly string[]): CatalogueTool {
  const isClean = (text: string) => !absent.some((name) => text.includes(name));
  const cleaned = (text: string) =>
    text
      .split(/(?<=\.) /)
      .filter(isClean)
      .join(" ");
  const listed = { ...tool.listed, description: cleaned(tool.listed.description) };
  // Results of public tools name no tools, and may be answered from a document.
  if (tool.access === "public") return { ...tool, listed };
  return {
    ...tool,
    listed,
    async run(input, call): Promise<ToolAnswer> {
      const answer = await tool.run(input, call);
      const { next_actions: actions, message } = answer.output;
      const output = {
        ...answer.output,
        ...(Array.isArray(actions) && { next_actions: actions.filter((name) => isClean(String(name))) }),
        ...(typeof message === "string" && { message: cleaned(message) }),
      };
      return { ...answer, output };
    },
  };
}

const UNPAID = getLeaderboard.output.shape.board.options.filter((board) => board !== "billboard");
const board = fromTool({
  ...getLeaderboard,
  description: describe({
    description:
      "One ranking: community-weekly and community-all-time by votes, domain-rating by a third party's figure, " +
      "revenue by verified figures.",
  }),
  input: getLeaderboard.input.extend({ board: plain.meta({ enum: UNPAID }) }),
});

const unpaidBoards: CatalogueTool = {
  ...board,
  async run(input, call) {
    const { board: name } = membersOf(input);
    if (name === "billboard") throw notFound("leaderboard", name, `The leaderboards are: ${UNPAID.join(", ")}.`);
    return board.run(input, call);
  },
};

import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { hasTasks, TASKS_EXTENSION } from "./client-capabilities.ts";
import { type ToolAnswer, viewAnswer } from "./view.ts";

export const TASKS_CAPABILITY = { [TASKS_EXTENSION]: {} };

/**
 * A task is no row: its id is the tool that reads the output, and its input. Whoever asks needs the
 * rights of that tool, so an id gives none.
 */
const idOf = (tool: string, input: object): string =>
  `${tool}.${Buffer.from(JSON.stringify(input)).toString("base64url")}`;

const TASK_ID = /^([a-z_]{1,64})\.([\w-]{2,1000})$/;

export function toolOfTask(id: unknown, catalogue: Catalogue): CatalogueTool | undefined {
  const [, name] = (typeof id === "string" && TASK_ID.exec(id)) || [];
  const tool = catalogue.find(name);
  return tool?.later?.again?.tool === name ? tool : undefined;
}

function inputOf(id: string): unknown {
  try {
    return JSON.parse(Buffer.from(id.slice(id.indexOf(".") + 1), "base64url").toString());
  } catch {
    return undefined;
  }
}

const Times = z.object({ created_at: z.string(), updated_at: z.string() });

/**
 * The result of a call whose output is not final, for a client with tasks; undefined for all
 * others.
 */
export function viewNewTask(tool: CatalogueTool, answer: ToolAnswer) {
  const task = taskOf(tool, answer);
  return task && { resultType: "task", ...task, content: [] };
}

function taskOf({ later }: CatalogueTool, { output }: ToolAnswer) {
  if (!later?.again || later.isDone(output)) return undefined;
  const { tool, input, stage } = later.again;
  return viewTask(idOf(tool, input(output)), output, {
    status: "working",
    statusMessage: stage(output).message,
    pollIntervalMs: later.retrySeconds * 1000,
  });
}

function viewTask<T extends object>(taskId: string, output: object, state: T) {
  const { created_at: createdAt, updated_at: lastUpdatedAt } = Times.parse(output);
  return { taskId, createdAt, lastUpdatedAt, ttlMs: null, ...state };
}

const Params = z.looseObject({ taskId: z.string() });

export function serveTasks(
  server: Server,
  catalogue: Catalogue,
  run: (tool: CatalogueTool, input: unknown) => Promise<ToolAnswer>,
): void {
  const serve = (method: string, answer: (tool: CatalogueTool, taskId: string) => Promise<Result>) =>
    server.setRequestHandler(method, { params: Params }, async ({ taskId }, ctx) => {
      if (!hasTasks(ctx))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
        });
      const tool = toolOfTask(taskId, catalogue);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown task.");
      return answer(tool, taskId);
    });

  serve("tasks/get", async (tool, taskId) => {
    const answer = await run(tool, inputOf(taskId));
    return (
      taskOf(tool, answer) ??
      viewTask(taskId, answer.output, { status: "completed", statusMessage: "Ready", result: viewAnswer(answer, tool) })
    );
  });
  // A draft ends by itself and asks nobody, so both are acknowledged and change nothing.
  serve("tasks/update", async () => ({}));
  serve("tasks/cancel", async () => ({}));
}

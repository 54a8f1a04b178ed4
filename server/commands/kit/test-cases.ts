import cases from "#data/store-test-cases.json" with { type: "json" };

/** A call and part of its response. "{tool.path}" refers to an earlier response. */
export type CaseCall = { tool: string; arguments: Record<string, unknown>; answer: string };
export type TestCase = { description: string; prompt: string; calls: CaseCall[]; expected: string };

/** Cases for the `debut reviewer create` account. A test runs each. */
export const WORKING_CASES: readonly TestCase[] = cases.working;
/** Cases to refuse. The responses are the server's if the assistant tries anyway. */
export const REFUSED_CASES: readonly TestCase[] = cases.refused;
/** Example prompts, at most 128 characters each. */
export const EXAMPLE_PROMPTS: readonly string[] = cases.prompts;

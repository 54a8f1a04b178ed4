import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const root = join(import.meta.dirname, "../..");
type Dashboard = { panels: { targets: { expr: string }[] }[]; templating: { list: { query: unknown }[] } };

const world = await createWorld();
await world.rest("GET", "/listings");
await world.mcp("search_listings", {});
await world.mcp("get_listing", { slug: "nobody-knows-it" });
const exposed = await (await fetch(`${world.baseUrl}/metrics`)).text();

const METRIC = /\b(?:debut|process|nodejs)_[a-z0-9_]+/g;
const names = () => new Set(exposed.match(/^[a-z_0-9]+(?=[ {])/gm));

describe("/metrics", () => {
  it("has every metric of the dashboard", () => {
    const { panels, templating } = JSON.parse(
      readFileSync(join(root, "docs/deploy/grafana-dashboard.json"), "utf8"),
    ) as Dashboard;
    const asked = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), JSON.stringify(templating)];
    const wanted = new Set(asked.flatMap((expr) => expr.match(METRIC) ?? []));
    expect(wanted.size).toBeGreaterThan(10);
    expect([...wanted].filter((name) => !names().has(name))).toEqual([]);
  });

  it("has every metric of the alert rules, each with condition, summary and cure", () => {
    const rules = readFileSync(join(root, "docs/deploy/alerts.yml"), "utf8")
      .split(/^ {6}- alert: /m)
      .slice(1);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules)
      expect(rule).toMatch(
        /^\w+\n {8}expr: .+\n {8}for: \d+[mh]\n {8}labels: \{ severity: (page|ticket) \}\n {8}annotations:\n {10}summary: .+\.\n {10}cure: .+\.\n\n?$/,
      );
    const wanted = rules.flatMap((rule) => /expr: (.+)/.exec(rule)![1]!.match(METRIC) ?? []);
    expect(wanted.filter((name) => !names().has(name))).toEqual([]);
  });

  it("has every metric that docs/operating.md names", () => {
    const text = readFileSync(join(root, "docs/operating.md"), "utf8");
    const named = [...new Set(text.match(/\bdebut_[a-z_]+/g))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !names().has(name) && !names().has(`${name}_count`))).toEqual([]);
  });

  it("counts calls by MCP and by REST with their outcome", () => {
    expect(exposed).toMatch(
      /debut_operation_seconds_count\{interface="rest",operation="search_listings",outcome="ok"\} 1/,
    );
    expect(exposed).toMatch(
      /debut_operation_seconds_count\{interface="mcp",operation="search_listings",outcome="ok"\} 1/,
    );
    expect(exposed).toMatch(
      /debut_operation_seconds_count\{interface="mcp",operation="get_listing",outcome="not_found"\} 1/,
    );
  });
});

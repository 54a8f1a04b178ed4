import { Router } from "express";
import { CHECKS, type Finding, isCheck, sectionOf } from "../../../actions/health/finding.ts";

import { examineInstallation } from "../../../actions/health/installation.ts";
import { readShippedText } from "../../../core/runtime/shipped.ts";
import { VERSION } from "../../../core/runtime/version.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { forwardingOf } from "../../../http/forwarding.ts";
import { renderGuide } from "../../kit/markdown.ts";
import type { Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

/** Doctor's findings, as far as a running site can tell at once, with impact, cure and guide. */
export function healthAdminPages({ deps, pages }: Site): Router {
  const { settings, store, now } = deps;
  const router = Router();

  router.get("/admin/health", async (req, res) => {
    const at = now();
    const forwarding = forwardingOf(req);
    const findings = await examineInstallation({ settings, store, now: at, forwarding });
    const faults = findings.filter(({ ok }) => !ok);
    const [counts, due] = await Promise.all([store.jobs.countByKind(), store.jobs.oldestDue(at)]);
    const kinds = [...new Set(counts.map(({ kind }) => kind))].sort();
    const count = (kind: string, state: string) =>
      counts.find((row) => row.kind === kind && row.state === state)?.count ?? 0;
    const waiting = (kind: string) => {
      const since = due.find((row) => row.kind === kind)?.since;
      return since ? `${Math.floor((at.getTime() - since.getTime()) / 60_000)} min` : "–";
    };
    pages.render(res, {
      title: "Health",
      body: html`<h1>Health</h1>
<p class="lead">${
        faults.length === 0 ? "No problems found." : `${faults.length} of ${findings.length} checks found a problem.`
      } Debut ${VERSION} on Node ${process.version}.</p>
${faults.map(showFault)}
${table(
  ["Check", "State", "Finding"],
  findings
    .filter(({ ok }) => ok)
    .map(({ check, isChecked, detail }) => [
      titleOf(check),
      html`<span class="tag ${isChecked && "good"}">${isChecked ? "OK" : "Not checked"}</span>`,
      detail,
    ]),
)}
<p class="small muted">From a terminal, <code>debut doctor</code> also checks DNS, the mail server,
outbound requests and the public address.</p>
<h2>Jobs</h2>
${
  kinds.length === 0
    ? html`<p class="empty">There are no jobs yet.</p>`
    : table(
        [
          "Kind",
          { label: "Waiting", end: true },
          { label: "Running", end: true },
          { label: "Failed", end: true },
          { label: "Oldest overdue by", end: true },
        ],
        kinds.map((kind) => [
          html`<span class="mono small">${kind}</span>`,
          count(kind, "queued"),
          count(kind, "running"),
          count(kind, "failed"),
          waiting(kind),
        ]),
      )
}`,
    });
  });

  router.get("/admin/guide", (_req, res) => {
    pages.render(res, {
      title: "Operating guide",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/health">Health</a></p>
<h1>Operating guide</h1>
<article class="prose">${renderGuide(readShippedText("./docs/operating.md"))}</article>`,
    });
  });

  return router;
}

export const titleOf = (check: string): string => `${check.charAt(0).toUpperCase()}${check.slice(1)}`;

const showFault = ({ check, detail, cure }: Finding): Html => html`<article class="card">
<h2><span class="tag bad">Wrong</span> ${titleOf(check)}</h2>
<p>${detail}</p>
${isCheck(check) && html`<p><strong>What it means:</strong> ${CHECKS[check]}</p>`}
<p><strong>Cure:</strong> ${cure}</p>
<p><a href="/admin/guide#${sectionOf(check)}">More about ${check} in the operating guide</a></p>
</article>`;

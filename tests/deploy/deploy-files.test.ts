import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { SEND_OBSTACLES } from "#lib/send-obstacles.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { PROXIES } from "#tests/torture/proxies.ts";

const ANALYZER = "/usr/bin/systemd-analyze";
const PROMTOOL = "/usr/bin/promtool";
const PROMETHEUS = "docs/deploy/prometheus";
/** A rating from 0 to 10: a service that may do more has a higher one. */
const MOST_EXPOSURE = 2;

test.runIf(existsSync(ANALYZER))("the systemd unit lets Cauri do little beside its work", () => {
	const output = execFileSync(ANALYZER, ["security", "--offline=true", "docs/deploy/cauri.service"], { stdio: "pipe" });
	const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output.toString()) ?? [];
	expect(Number(exposure)).toBeGreaterThan(0);
	expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSURE);
});

test.runIf(existsSync(PROMTOOL))(
	"each alert fires by its cause and ends with it, and a healthy desk raises none",
	() => {
		const output = execFileSync(PROMTOOL, ["test", "rules", "cauri.rules.test.yml"], {
			cwd: PROMETHEUS,
			stdio: "pipe",
		});
		expect(output.toString()).toContain("SUCCESS");
	},
);

test("alerts and dashboard ask for figures that the programs have, and each alert has its runbook and its test", () => {
	const [rules, tests, runbooks] = ["cauri.rules.yml", "cauri.rules.test.yml", "runbooks.md"].map((name) =>
		readFileSync(join(PROMETHEUS, name), "utf8"),
	);
	const alerts = [...(rules ?? "").matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
	expect(alerts.length).toBeGreaterThanOrEqual(12);
	for (const alert of alerts) {
		expect(runbooks).toContain(`## ${alert}\n`);
		expect(tests).toContain(`${alert} fires and ends`);
	}
	const dashboard = z
		.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
		.parse(JSON.parse(readFileSync(join(PROMETHEUS, "grafana.json"), "utf8")));
	const asked = [rules, ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].join(" ");
	const sources = ["server/worker/metrics.ts", "server/http/metrics.ts"]
		.map((file) => readFileSync(file, "utf8"))
		.join();
	const names = new Set([...asked.matchAll(/\bcauri_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, "")));
	expect([...names].filter((name) => !sources.includes(name))).toEqual([]);
	const reasons = [...asked.matchAll(/reason=~?"([^"]+)"/g)].flatMap(([, of = ""]) => of.split("|"));
	expect(reasons.length).toBeGreaterThan(5);
	expect(reasons.filter((reason) => !Object.hasOwn(SEND_OBSTACLES, reason))).toEqual([]);
});

test.each(["compose.yaml", "kubernetes.yaml"])("%s refers to no anchor of another document", (name) => {
	const documents = readFileSync(join("docs/deploy", name), "utf8").split(/^---$/m);
	for (const text of documents) {
		const anchors = [...text.matchAll(/[:-] &(\w+)/g)].map(([, anchor]) => anchor);
		expect([...text.matchAll(/[:-] \*(\w+)/g)].filter(([, anchor]) => !anchors.includes(anchor))).toEqual([]);
	}
});

for (const { name, program, file, plain, check } of PROXIES)
	test.runIf(existsSync(program))(`${name} takes its configuration`, () => {
		const folder = temporaryFolder();
		const place = join(folder, "proxy.conf");
		writeFileSync(place, plain(readFileSync(file, "utf8"), 8080));
		expect(() => execFileSync(program, check(place, folder), { stdio: "pipe" })).not.toThrow();
	});

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
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

/** Functions of Node, and the system calls that they make. Other files of `server` than these may not use a refused one. */
const SYSTEM_CALLS = {
	chown: /\b[lf]?chown(?:Sync)?\(/,
	setpriority: /\bsetPriority\(/,
	setuid: /\bset(?:e?uid|e?gid|groups)\(|\binitgroups\(/,
};
const MAY_BE_REFUSED = {
	setpriority: ["server/cli/worker.ts"], // A refusal changes nothing.
	chown: ["server/store/embedded/embedded-postgres.ts"], // Only root does this, and the unit has an account of its own.
};

test.runIf(existsSync(ANALYZER))("the systemd unit refuses no system call that Cauri depends on", () => {
	const unit = readFileSync("docs/deploy/cauri.service", "utf8");
	const groups = [...unit.matchAll(/^SystemCallFilter=~(.+)$/gm)].flatMap(([, names = ""]) => names.split(" "));
	const refused = groups.flatMap((name) => callsOf(name));
	expect(refused).toEqual(expect.arrayContaining(Object.keys(SYSTEM_CALLS)));
	const sources = globSync("server/**/*.ts").map((file) => ({ file, text: readFileSync(file, "utf8") }));
	const users = Object.entries(SYSTEM_CALLS).flatMap(([call, pattern]) => {
		const files = sources.filter(({ text }) => refused.includes(call) && pattern.test(text)).map(({ file }) => file);
		return files.length > 0 ? [[call, files]] : [];
	});
	expect(Object.fromEntries(users)).toEqual(MAY_BE_REFUSED);
});

test("the systemd unit does not hide the desk's processes from tools of the same account", () => {
	expect(readFileSync("docs/deploy/cauri.service", "utf8")).not.toMatch(/^(?:PrivateUsers|PrivatePIDs)=/m);
});

/** Expands a group, such as `@resources`, with the groups in it. */
function callsOf(name: string): string[] {
	if (!name.startsWith("@")) return [name];
	const output = execFileSync(ANALYZER, ["syscall-filter", name], { encoding: "utf8" });
	return output
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== name && /^@?\w/.test(line))
		.flatMap((line) => callsOf(line));
}

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

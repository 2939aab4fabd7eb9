import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";

const ANALYZER = "/usr/bin/systemd-analyze";
/** Of 10: the more a service may do, the higher. */
const MOST_EXPOSURE = 2;

test.runIf(existsSync(ANALYZER))("the systemd unit lets Cauri do little beside its work", () => {
	const output = execFileSync(ANALYZER, ["security", "--offline=true", "docs/deploy/cauri.service"], { stdio: "pipe" });
	const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output.toString()) ?? [];
	expect(Number(exposure)).toBeGreaterThan(0);
	expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSURE);
});

import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renewedKeys } from "#server/environment/key-files.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const START = Date.parse("2026-03-10T09:00:00Z");

function desk() {
	const folder = temporaryFolder();
	const clock = { now: START };
	const env = { MOMO_API_KEY_FILE: join(folder, "key"), MOMO_API_SECRET_FILE: join(folder, "secret") };
	const changed = new Map<string, number>();
	/** Moves a file into place that was written long before, as the runbook says. */
	const write = (path: string, text: string) => {
		writeFileSync(`${path}.new`, text);
		utimesSync(`${path}.new`, new Date(START), new Date(START));
		renameSync(`${path}.new`, path);
		changed.set(path, clock.now);
	};
	write(env.MOMO_API_KEY_FILE, "old-key\n");
	write(env.MOMO_API_SECRET_FILE, "old-secret\n");
	const stat = (path: string) => Object.assign(statSync(path), { ctimeMs: changed.get(path) });
	const keys = renewedKeys(env, { apiKey: "old-key", apiSecret: "old-secret" }, () => clock.now, stat);
	const pair = () => [keys.apiKey.reveal(), keys.apiSecret.reveal()];
	return { clock, env, write, pair, keys };
}

test("renewed files are taken without a restart, the pair at once, when both have rested", () => {
	const { clock, env, write, pair } = desk();
	clock.now += 60_000;
	write(env.MOMO_API_KEY_FILE, "new-key\n");
	clock.now += 4_000;
	expect(pair()).toEqual(["old-key", "old-secret"]);
	write(env.MOMO_API_SECRET_FILE, "new-secret\n");
	clock.now += 4_000;
	expect(pair()).toEqual(["old-key", "old-secret"]);
	clock.now += 2_000;
	expect(pair()).toEqual(["new-key", "new-secret"]);
});

test("keys that were renewed while nobody asked are taken by the first question, before an old one is refused", () => {
	const { clock, env, write, pair } = desk();
	clock.now += 60_000;
	write(env.MOMO_API_SECRET_FILE, "new-secret");
	clock.now += 3_600_000;
	expect(pair()).toEqual(["old-key", "new-secret"]);
});

test("what is empty, away or no key changes nothing, and is looked at again", () => {
	const { clock, env, write, pair } = desk();
	for (const text of ["", "\n", "two words", "schlüssel"]) {
		clock.now += 60_000;
		write(env.MOMO_API_KEY_FILE, text);
		clock.now += 60_000;
		expect(pair()).toEqual(["old-key", "old-secret"]);
	}
	rmSync(env.MOMO_API_KEY_FILE);
	clock.now += 60_000;
	expect(pair()).toEqual(["old-key", "old-secret"]);
	write(env.MOMO_API_KEY_FILE, "new-key");
	clock.now += 60_000;
	expect(pair()).toEqual(["new-key", "old-secret"]);
});

test("a renewed key prints as nothing, like the one of the start", () => {
	const { keys } = desk();
	expect([`${keys.apiKey}`, JSON.stringify(keys)]).toEqual([
		"[redacted]",
		'{"apiKey":"[redacted]","apiSecret":"[redacted]"}',
	]);
});

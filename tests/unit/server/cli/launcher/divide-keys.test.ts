import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { divideKeys } from "#server/cli/launcher/divide-keys.ts";
import { withoutSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { relayPlace } from "#server/environment/relay-place.ts";

function folder(): string {
	const made = mkdtempSync(join(tmpdir(), "cauri-keys-"));
	onTestFinished(() => rmSync(made, { recursive: true, force: true }));
	return made;
}

const GIVEN = {
	NODE_ENV: "production" as const,
	MOMO_API_KEY: "canary-key",
	MOMO_API_SECRET: "canary-secret",
	MOMO_API_KEY_FILE: "/run/canary-key",
	MOMO_API_SECRET_FILE: "/run/canary-secret",
	SESSION_PASSWORD: "session-password",
};

test("the web program is handed no key of the service, nor where one lies: neither by its environment nor by the pipe", () => {
	const { web, worker } = divideKeys(folder());
	const { env, secrets } = withoutSecrets({ ...GIVEN, ...web });
	expect(`${JSON.stringify(env)}${secrets}`).not.toContain("canary");
	expect(JSON.parse(secrets)).toEqual({ SESSION_PASSWORD: "session-password", MOMO_RELAY_TOKEN: web.MOMO_RELAY_TOKEN });
	// Empty keeps a `.env` from filling it in.
	for (const name of ["MOMO_API_KEY", "MOMO_API_SECRET", "MOMO_API_KEY_FILE", "MOMO_API_SECRET_FILE"])
		expect(env[name]).toBe("");
	expect({ ...GIVEN, ...worker }).toMatchObject(GIVEN);
	expect([worker.MOMO_RELAY, worker.MOMO_RELAY_TOKEN]).toEqual([web.MOMO_RELAY, web.MOMO_RELAY_TOKEN]);
});

test("each start has a token of its own, and a socket in its data folder that the next start finds gone", () => {
	const dataDir = folder();
	const [one, other] = [divideKeys(dataDir), divideKeys(dataDir)];
	expect(one.worker.MOMO_RELAY_TOKEN).not.toBe(other.worker.MOMO_RELAY_TOKEN);
	expect(one.web.MOMO_RELAY).toBe(join(dataDir, "service.sock"));
	writeFileSync(join(dataDir, "service.sock"), "");
	one.end();
	expect([existsSync(join(dataDir, "service.sock")), existsSync(dataDir)]).toEqual([false, true]);
});

test("in a data folder whose name is too long for a socket it stands in a folder that this account alone may enter", () => {
	const dataDir = join(folder(), "d".repeat(120));
	mkdirSync(dataDir);
	const { web, end } = divideKeys(dataDir);
	const faults: string[] = [];
	expect(relayPlace(web, faults)?.path).toBe(web.MOMO_RELAY);
	expect(faults).toEqual([]);
	const own = dirname(web.MOMO_RELAY ?? "");
	expect((statSync(own).mode & 0o777).toString(8)).toBe("700");
	end();
	expect([existsSync(own), existsSync(dataDir)]).toEqual([false, true]);
});

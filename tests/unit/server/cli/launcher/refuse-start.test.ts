import { chownSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { realMoneyFault, requireNoRoot, requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const REAL = "https://momo.example.com/api/v1/";
const LOCAL = "http://localhost:4010/api/v1/";
const REAL_SERVICE = { MOMO_BASE_URL: REAL };

function asUser(uid: number) {
	return vi.spyOn(process as { getuid: () => number }, "getuid").mockReturnValue(uid);
}

test("root faces no real service, and is told who shall; an ordinary account does, and so does root who insists", () => {
	const uid = asUser(0);
	expect(() => requireNoRoot(REAL_SERVICE)).toThrow("sudo -u");
	expect(() => requireNoRoot({ ...REAL_SERVICE, ALLOW_ROOT: "1" })).not.toThrow();
	uid.mockReturnValue(1000);
	expect(() => requireNoRoot(REAL_SERVICE)).not.toThrow();
});

test.each(["http://127.0.0.1:4010/api/v1/", "http://localhost:4010/api/v1/", ""])("root may try %s", (target) => {
	asUser(0);
	expect(() => requireNoRoot({ MOMO_BASE_URL: target })).not.toThrow();
});

test("root uses no tool on another account's folder, where it would leave files of its own", () => {
	asUser(0);
	const folder = temporaryFolder();
	expect(() => requireOwner({ DATA_DIR: join(folder, "new") })).not.toThrow();
	if (statSync(folder).uid === 0) chownSync(folder, 65_534, 65_534);
	expect(() => requireOwner({ DATA_DIR: folder })).toThrow(`${folder} belongs to another account`);
});

test.each([
	["a .env of a real desk", {}, `MOMO_BASE_URL=${REAL}\n`, ".env"],
	["a .env of a real desk, in development too", { NODE_ENV: "development" }, `export MOMO_BASE_URL="${REAL}"`, ".env"],
	["a .env that names nothing readable", {}, "MOMO_BASE_URL=momo.example.com", ".env"],
	["a real service in production", { NODE_ENV: "production", MOMO_BASE_URL: REAL }, "", "in production"],
])("the sandbox refuses %s", (_name, env, file, reason) => {
	expect(realMoneyFault(env, file)).toContain(reason);
});

test.each([
	["nothing", {}, ""],
	["a .env of a demo", {}, `MOMO_BASE_URL=${LOCAL}`],
	["the demo's own environment over a .env", { NODE_ENV: "production", MOMO_BASE_URL: LOCAL }, `MOMO_BASE_URL=${REAL}`],
])("the sandbox starts beside %s", (_name, env, file) => {
	expect(realMoneyFault(env, file)).toBeNull();
});

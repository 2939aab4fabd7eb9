/** What faces people, the service and its answers is not root: a program that was started as root becomes another account, for good. */
import { execFileSync } from "node:child_process";
import { chownSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";
import { type Account, bareAs, findOrMakeAccount } from "#server/store/system-account.ts";

const NAME = "cauri";

/**
 * Before anything is opened or started. The demonstration stays as it was started: it has no money and no secret. Throws a
 * LaunchError with what to do where the account could not work.
 */
export function leaveRoot(env: NodeJS.ProcessEnv = process.env): void {
	if (process.getuid?.() !== 0 || env.MOMO_IS_SANDBOX === "1" || env.ALLOW_ROOT === "1") return;
	const found = findOrMakeAccount(NAME);
	if (!found) throw refusal("no ordinary account could be made on this machine");
	const account = { name: NAME, ...found };
	demandReachable(env, account);
	for (const [name, fallback] of [
		["DATA_DIR", ".data"],
		["HEAD_DIR", ""],
	] as const) {
		const folder = env[name]?.trim() || fallback;
		if (folder) takeOver(resolve(folder), name, account);
	}
	process.setgroups?.([]);
	process.setgid?.(account.gid);
	process.setuid?.(account.uid);
}

/** The program itself, and every file that a secret is read from: also later, when one is renewed. */
function demandReachable(env: NodeJS.ProcessEnv, account: Account & { name: string }): void {
	const files = SECRET_NAMES.map((name) => env[`${name}_FILE`]).filter((file) => file !== undefined && file !== "");
	for (const path of [process.execPath, join(PROJECT, "package.json"), ...files])
		if (path && !may(account, "-r", path)) throw refusal(`the account ${account.name} cannot read ${path}`);
}

/** New, or the account's already. What root has kept there so far only a person hands over: it may hold anything. */
function takeOver(folder: string, variable: string, account: Account & { name: string }): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const { uid } = lstatSync(folder);
	if (uid === 0 && readdirSync(folder).length > 0)
		throw refusal(`${folder} (${variable}) is root's: hand it over once by chown -R ${account.name}: ${folder}`);
	if (uid === 0) chownSync(folder, account.uid, account.gid);
	if (!may(account, "-w", folder)) throw refusal(`the account ${account.name} cannot write in ${folder} (${variable})`);
}

function may(account: Account, what: "-r" | "-w", path: string): boolean {
	try {
		execFileSync("test", [what, path], { ...bareAs({ uid: account.uid, gid: account.gid }), stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

function refusal(reason: string): LaunchError {
	return new LaunchError(
		`Cauri does not face a real service as root, and could not become an ordinary account: ${reason}. Start it as an ordinary user, or mend that; ALLOW_ROOT=1 keeps root all the same.`,
	);
}

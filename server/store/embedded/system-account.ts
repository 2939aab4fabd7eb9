/** The account that runs PostgreSQL when root starts it. */
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

export interface Account {
	uid: number;
	gid: number;
}

/** Null when the name does not exist or is root's. */
export function findAccount(name: string): Account | null {
	try {
		const id = (flag: string) =>
			Number(execFileSync("id", [flag, name], { ...bareAs(null), stdio: ["ignore", "pipe", "ignore"] }));
		const account = { uid: id("-u"), gid: id("-g") };
		return account.uid > 0 ? account : null;
	} catch {
		return null;
	}
}

/** Returns options for a child process: the account, without our environment, so that no secret leaks. */
export function bareAs(account: Account | null) {
	const env = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
	return { ...(account ?? {}), env, cwd: tmpdir() };
}

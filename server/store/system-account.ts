/** Accounts of the operating system that root's programs become, or start others as. */
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

export interface Account {
	uid: number;
	gid: number;
}

/** An ordinary account of this machine; null: there is none of this name. */
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

/** Made as an account of the system's where there is none yet; null: this machine lets none be made. */
export function findOrMakeAccount(name: string): Account | null {
	const known = findAccount(name);
	if (known) return known;
	try {
		const options = ["--system", "--user-group", "--no-create-home", name];
		execFileSync("useradd", options, { ...bareAs(null), stdio: "ignore" });
	} catch {
		// Another program that starts with this one may have been faster.
	}
	return findAccount(name);
}

/** As the account, with nothing of our environment: no secret travels. */
export function bareAs(account: Account | null) {
	const env = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
	return { ...(account ?? {}), env, cwd: tmpdir() };
}

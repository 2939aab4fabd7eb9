/** PgBouncer in transaction mode before a database of the tests, from the system's packages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAccount } from "#server/store/embedded/system-account.ts";
import { freePort } from "#tests/support/programs/free-port.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
export const HAS_POOLER = existsSync(PGBOUNCER);

/** The pooler has two connections to the server. `isLenient`: it drops what it does not know instead of refusing it. */
export async function startPooler(url: string, { isLenient = false } = {}) {
	const [folder, port] = [mkdtempSync(join(tmpdir(), "cauri-pooler-")), await freePort()];
	const { hostname, port: serverPort, username, password, pathname } = new URL(url);
	const settings = [
		"[databases]",
		`${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`,
		"[pgbouncer]",
		...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir =", "auth_type = any"],
		...["pool_mode = transaction", "default_pool_size = 2", "max_client_conn = 200"],
		...(isLenient ? ["ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout"] : []),
	];
	const file = join(folder, "pgbouncer.ini");
	writeFileSync(file, `${settings.join("\n")}\n`);
	// PgBouncer refuses to run as root, and its other account reads the file.
	chmodSync(folder, 0o755);
	chmodSync(file, 0o644);
	const account = process.getuid?.() === 0 ? (findAccount("postgres") ?? findAccount("nobody")) : null;
	const child = spawn(PGBOUNCER, [file], { stdio: ["ignore", "ignore", "pipe"], ...(account ?? {}) });
	const gone = once(child, "exit");
	await new Promise<void>((resolve, reject) => {
		let said = "";
		child.once("exit", () => reject(new Error(said)));
		child.stderr.on("data", (chunk) => {
			said += chunk;
			if (said.includes("process up")) resolve();
		});
	});
	return {
		/** The same account and database, through the pooler. */
		url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
		async stop() {
			child.kill("SIGKILL");
			await gone;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

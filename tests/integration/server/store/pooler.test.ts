import { spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { directAddress } from "#server/environment/direct-address.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { findAccount } from "#server/store/embedded/system-account.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { requireSettled } from "#server/store/schema-version.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
const HAS_POOLER = existsSync(PGBOUNCER);
const desk = await openPaymentDesk();

/** A pooler in transaction mode with two server connections; `lenient`: it drops what it does not know instead of refusing it. */
async function startPooler(url: string, lenient: boolean): Promise<string> {
	const [folder, port] = [temporaryFolder(), await freePort()];
	const { hostname, port: serverPort, username, password, pathname } = new URL(url);
	const settings = [
		"[databases]",
		`${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`,
		"[pgbouncer]",
		...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir =", "auth_type = any"],
		...["pool_mode = transaction", "default_pool_size = 2", "max_client_conn = 200"],
		...(lenient ? ["ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout"] : []),
	];
	const file = join(folder, "pgbouncer.ini");
	writeFileSync(file, `${settings.join("\n")}\n`);
	chmodSync(file, 0o644);
	const account = process.getuid?.() === 0 ? (findAccount("postgres") ?? findAccount("nobody")) : null;
	const child = spawn(PGBOUNCER, [file], { stdio: ["ignore", "ignore", "pipe"], ...(account ?? {}) });
	onTestFinished(() => void child.kill("SIGKILL"));
	await new Promise<void>((resolve, reject) => {
		let said = "";
		child.once("exit", () => reject(new Error(said)));
		child.stderr.on("data", (chunk) => {
			said += chunk;
			if (said.includes("process up")) resolve();
		});
	});
	return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}

function databaseAt(url: string, isPooled: boolean, max = 5) {
	const pool = openPool(url, { isPooled, max, statement_timeout: 5_000 });
	onTestFinished(() => pool.end());
	return openDatabase(pool);
}

test.runIf(HAS_POOLER)(
	"a pooler that nobody named is refused in one sentence, whether it drops parameters or refuses them",
	async () => {
		for (const lenient of [true, false]) {
			const database = databaseAt(await startPooler(desk.url, lenient), false);
			await expect(requireSettled(database)).rejects.toThrow(/^Between Cauri and PostgreSQL stands a pooler/);
		}
		await expect(requireSettled(databaseAt(desk.url, false))).resolves.toBeUndefined();
	},
);

test.runIf(HAS_POOLER)(
	"through a named pooler the web program's role has its settings, and an account without them is refused",
	async () => {
		// A copied database has none of them yet.
		await grantRights(desk.pool);
		const web = databaseAt(await startPooler(programUrl(desk.url, "web"), false), true);
		await expect(requireSettled(web, true)).resolves.toBeUndefined();
		const owner = databaseAt(await startPooler(desk.url, false), true);
		await expect(requireSettled(owner, true)).rejects.toThrow("DATABASE_WEB_URL");
	},
);

test.runIf(HAS_POOLER)(
	"payouts requested and approved by many through two pooled connections each leave once",
	async () => {
		const pooled = databaseAt(await startPooler(desk.url, false), true, 20);
		const maker = { ...desk.maker, database: pooled };
		const approver = { ...desk.approver, database: pooled };
		const payouts = await Promise.all(
			Array.from({ length: 12 }, async () => {
				const { id, version } = await requestPayout(maker, newPayout(), desk.key());
				return decidePayout(approver, { id, decision: "approve", version });
			}),
		);
		for (const payout of payouts) expect(await desk.send(payout)).toBe("attempted");
		expect(desk.posts()).toHaveLength(payouts.length);
	},
);

test("the direct address keeps the account and takes host, port and options from the other", () => {
	const url = "postgres://cauri_web:s%40cret@pooler.example:6432/cauri";
	expect(directAddress(url, "postgres://db.example:5432/cauri?sslmode=verify-full")).toBe(
		"postgres://cauri_web:s%40cret@db.example:5432/cauri?sslmode=verify-full",
	);
	expect(directAddress(url, "")).toBe(url);
});

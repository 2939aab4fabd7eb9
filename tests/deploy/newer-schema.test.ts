/** An update during work: programs of this version serve and send while the next version's migration is applied, and afterwards. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bulkhead } from "cockatiel";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "#server/sandbox/seed/random.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { type Deployment, startDeployment, untilAnswers } from "#tests/torture/deployment.ts";
import { counted } from "#tests/torture/machines.ts";
import { OrderBook } from "#tests/torture/orders.ts";
import { type ActingUsers, placeOrder } from "#tests/torture/place-order.ts";
import { createUsers } from "#tests/torture/users.ts";
import manifest from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const READS = ["/api/wallets", "/api/payouts?limit=5", "/api/status", "/api/session", "/api/overview"];
const AT_ONCE = 4;
/** Extra minutes for which the older programs trade on the newer schema. */
const MINUTES = Number(process.env.CAURI_TRADE_MINUTES ?? 0);
const LIMIT_MS = 300_000 + 2 * MINUTES * 60_000;

const PAYMENTS = `alter table payment add column next_note text not null default '';
create index payment_next_note on payment (next_note) where next_note <> '';
create table next_thing (id bigint primary key);
`;
/** The ending of a migration that programs of this version tolerate. */
const LIVE = `.from-${manifest.version}.sql`;
const SESSIONS = "alter table session add column next_note text not null default '';\n";

/** Makes the next version: this version's programs with new migrations, and links to the files that both share. */
function makeNextVersion(folder: string): { migrations: string } {
	mkdirSync(folder);
	cpSync("server", join(folder, "server"), { recursive: true });
	for (const name of ["lib", "node_modules"]) symlinkSync(resolve(name), join(folder, name));
	writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version: "99.0.0" }));
	return { migrations: join(folder, "server", "store", "migrations") };
}

test(
	"programs of the version before serve and send while the next one migrates and after it, and say so; a migration that they cannot live with is refused beside them",
	async () => {
		const folder = temporaryFolder();
		const deployment = await startDeployment(folder, createRandom(23));
		onTestFinished(() => deployment.stop(), 60_000);
		const load = { requests: 0, failed: [] as string[] };
		const random = createRandom(24);
		const acting = { users: counted(await createUsers(deployment), load), random, forgotAt: () => 0 };
		const book = new OrderBook(random);
		const next = join(folder, "next");
		const { migrations } = makeNextVersion(next);
		const migrate = () =>
			run(process.execPath, ["server/cli/migrate.ts"], {
				cwd: next,
				env: {
					...passedOn(),
					PATH: process.env.PATH,
					HOME: process.env.HOME,
					NODE_ENV: "production",
					DATABASE_URL: deployment.victim.url,
					DATA_DIR: deployment.dataDir,
				},
			});
		await trade(acting, book, 12);

		writeFileSync(join(migrations, "9998-next-payments.sql"), PAYMENTS);
		writeFileSync(join(migrations, `9999-next-sessions${LIVE}`), SESSIONS);
		const refused = await migrate().catch(({ stderr }: { stderr: string }) => stderr);
		expect(refused).toMatch(
			/^Nothing was migrated: .*need programs of 99\.0\.0 or newer, and older ones run \(.*web 0\..*; worker 0\..*\)\. Stop them/m,
		);

		renameSync(join(migrations, "9998-next-payments.sql"), join(migrations, `9998-next-payments${LIVE}`));
		const migrated = migrate();
		let isMigrated = false;
		const end = () => {
			isMigrated = true;
		};
		migrated.then(end, end);
		while (!isMigrated) await trade(acting, book, AT_ONCE);
		expect((await migrated).stdout).toContain("The database is up to date.");
		await trade(acting, book, 12);
		await expect.poll(() => unfinished(deployment), { timeout: 60_000 }).toBe(0);
		const endsAt = performance.now() + MINUTES * 60_000;
		while (performance.now() < endsAt) await trade(acting, book, AT_ONCE);
		if (MINUTES > 0)
			console.log(`${load.requests} requests, ${load.failed.length} failed; ${book.orders.length} payouts`);

		for (const program of [deployment.webs[1], deployment.workers[1]]) {
			await program.stop();
			program.start();
		}
		await untilAnswers(`${deployment.origins[1]}/readyz`);
		await trade(acting, book, 12);
		await expect.poll(() => unfinished(deployment), { timeout: 60_000 }).toBe(0);
		expect(load.failed).toEqual([]);
		expect(await readPosts(deployment)).toEqual({ posts: book.orders.length, numbers: book.orders.length });
		const logOf = (name: string) => readFileSync(join(folder, "logs", `${name}.log`), "utf8");
		for (const name of ["web-1", "web-2", "worker-1", "worker-2"])
			expect(logOf(name)).not.toContain("cached plan must not change result type");
		for (const name of ["web-2", "worker-2"])
			expect(logOf(name)).toContain(`This database has a newer schema (9999-next-sessions.from-${manifest.version};`);
	},
	LIMIT_MS,
);

/** Requests `count` payouts, four at a time, and opens pages meanwhile. */
async function trade(acting: ActingUsers, book: OrderBook, count: number): Promise<void> {
	const few = bulkhead(AT_ONCE, Number.POSITIVE_INFINITY);
	const [maker] = acting.users.makers;
	const serve = async () => {
		await placeOrder(acting, book.add("undisturbed", "payout"));
		for (const path of READS) await maker?.(acting.random.pick([0, 1]), "GET", path);
	};
	await Promise.all(Array.from({ length: count }, () => few.execute(serve)));
}

async function unfinished({ database }: Deployment): Promise<number> {
	const { count } = await database
		.selectFrom("payment")
		.select((of) => of.fn.countAll<string>().as("count"))
		.where("final_at", "is", null)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Counts the POSTs that arrived, from the service's own books. */
async function readPosts({ books }: Deployment): Promise<{ posts: number; numbers: number }> {
	const { rows } = await books.query<{ posts: number; numbers: number }>(
		`select count(*)::int as posts, count(distinct body::json ->> 'destination')::int as numbers
		from sandbox.request where method = 'POST' and endpoint = 'payout'`,
	);
	return rows[0] ?? { posts: 0, numbers: 0 };
}

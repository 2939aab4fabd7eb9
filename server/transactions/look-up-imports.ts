/** Asks the service for what people imported: a few at once, behind everything that somebody waits for. */
import type { Cause } from "#lib/causes.ts";
import type { ImportState } from "#lib/contracts/imported-transaction.ts";
import type { SystemContext } from "#server/context.ts";
import { ServiceError } from "#server/errors.ts";
import type { WireStatus } from "#server/momo/wire.ts";
import { tellChange } from "#server/store/changes.ts";
import { importDelayMs } from "#server/transactions/import-delay.ts";

interface Due {
	reference: string;
	state: ImportState;
	service_status: string | null;
	checks: number;
	imported_at: Date;
}

type Found = { state: "found"; word: WireStatus } | { state: "not_found" } | { state: "unreadable"; cause: Cause };
type Look = Found | { state: "away"; retryAfterMs: number };

const AT_ONCE = 4;
/** Who took a line and died is followed by another after so long. */
const LEASE_MS = 120_000;

/** Looks at every line that is due, and stops at the first sign that the service is away. Returns how many were looked at. */
export async function lookUpImports(system: SystemContext): Promise<number> {
	let looked = 0;
	for (;;) {
		const due = await claimDue(system);
		if (due.length === 0) return looked;
		const looks = await Promise.all(due.map((line) => lookOnce(system, line)));
		looked += due.length;
		await tellChange(system.database, { topic: "imports", id: null });
		if (looks.includes("away")) return looked;
	}
}

async function claimDue(system: SystemContext): Promise<Due[]> {
	const { database, clock, config } = system;
	const now = clock.now();
	return database
		.updateTable("imported_transaction")
		.set({ next_check_at: new Date(now.getTime() + LEASE_MS) })
		.where("environment", "=", config.environment)
		.where("reference", "in", (of) =>
			of
				.selectFrom("imported_transaction")
				.select("reference")
				.where("environment", "=", config.environment)
				.where("next_check_at", "<=", now)
				.orderBy("next_check_at")
				.orderBy("imported_at")
				.orderBy("position")
				.limit(AT_ONCE)
				.forUpdate()
				.skipLocked(),
		)
		.returning(["reference", "state", "service_status", "checks", "imported_at"])
		.execute();
}

async function lookOnce(system: SystemContext, line: Due): Promise<Look["state"]> {
	const look = await askStatus(system, line.reference);
	if (look.state === "away") await postpone(system, line, look.retryAfterMs);
	else await keep(system, line, look);
	return look.state;
}

async function askStatus({ service }: SystemContext, reference: string): Promise<Look> {
	try {
		const word = await service.readStatus(reference);
		return word === null ? { state: "not_found" } : { state: "found", word };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const readable = error.status !== undefined && error.status >= 200 && error.status < 300;
		if (error.contradiction || readable) return { state: "unreadable", cause: error.code };
		return { state: "away", retryAfterMs: (error.retryAfterSeconds ?? 0) * 1_000 };
	}
}

/** The service gave no word: what is known of the line stays. */
async function postpone(system: SystemContext, line: Due, retryAfterMs: number): Promise<void> {
	await system.database
		.updateTable("imported_transaction")
		.set({ next_check_at: nextCheck(system, line, { state: "waiting", serviceStatus: null, checks: 0, retryAfterMs }) })
		.where("environment", "=", system.config.environment)
		.where("reference", "=", line.reference)
		.execute();
}

async function keep(system: SystemContext, line: Due, look: Found): Promise<void> {
	const checks = line.checks + 1;
	const serviceStatus = look.state === "found" ? look.word.status : null;
	await system.database
		.updateTable("imported_transaction")
		.set({
			...(look.state === "found" ? factsOf(look.word) : {}),
			// What was found once is not lost because the service forgot it or mumbles now.
			...(look.state === "found" || line.state !== "found" ? { state: look.state } : {}),
			cause: look.state === "unreadable" ? look.cause : null,
			checks,
			last_checked_at: system.clock.now(),
			next_check_at: nextCheck(system, line, { state: look.state, serviceStatus, checks }),
		})
		.where("environment", "=", system.config.environment)
		.where("reference", "=", line.reference)
		.execute();
}

function factsOf(word: WireStatus) {
	return {
		transaction_type: word.transaction_type.slice(0, 64),
		amount: word.amount,
		currency: word.currency,
		service_status: word.status,
		created_at: word.created_at ? new Date(word.created_at) : null,
		processed_at: word.processed_at ? new Date(word.processed_at) : null,
	};
}

function nextCheck(
	system: SystemContext,
	line: Due,
	look: { state: ImportState; serviceStatus: string | null; checks: number; retryAfterMs?: number },
): Date | null {
	const now = system.clock.now().getTime();
	const delayMs = importDelayMs({ ...look, ageMs: now - line.imported_at.getTime() });
	return delayMs === null ? null : new Date(now + delayMs);
}

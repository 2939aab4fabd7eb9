/** Asks the service for what people imported: a few at once, behind everything that somebody waits for. */
import type { Cause } from "#lib/causes.ts";
import type { ImportState } from "#lib/import-states.ts";
import type { SystemContext } from "#server/context.ts";
import { ServiceError } from "#server/errors.ts";
import type { WireStatus } from "#server/momo/wire.ts";
import { tellChange } from "#server/store/changes.ts";
import { importDelayMs } from "#server/transactions/imported-check-delay.ts";

interface Due {
	reference: string;
	state: ImportState;
	service_status: string | null;
	checks: number;
	imported_at: Date;
}

type Found = { state: "found"; answer: WireStatus } | { state: "not_found" } | { state: "unreadable"; cause: Cause };
type Answered = Found | { state: "away"; retryAfterMs: number };

const AT_ONCE = 4;
/** Who took a line and died is followed by another after so long. */
const LEASE_MS = 120_000;

/** Checks every line that is due, and stops at the first sign that the service is away. Returns how many were checked. */
export async function lookUpImported(system: SystemContext): Promise<number> {
	let checked = 0;
	for (;;) {
		const due = await claimDue(system);
		if (due.length === 0) return checked;
		const answers = await Promise.all(due.map((line) => checkOnce(system, line)));
		checked += due.length;
		await tellChange(system.database, { topic: "imports", id: null });
		if (answers.includes("away")) return checked;
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

async function checkOnce(system: SystemContext, line: Due): Promise<Answered["state"]> {
	const answered = await askStatus(system, line.reference);
	if (answered.state === "away") await postpone(system, line, answered.retryAfterMs);
	else await keep(system, line, answered);
	return answered.state;
}

async function askStatus({ service }: SystemContext, reference: string): Promise<Answered> {
	try {
		const answer = await service.readStatus(reference);
		return answer === null ? { state: "not_found" } : { state: "found", answer: answer };
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

async function keep(system: SystemContext, line: Due, answered: Found): Promise<void> {
	const checks = line.checks + 1;
	const serviceStatus = answered.state === "found" ? answered.answer.status : null;
	await system.database
		.updateTable("imported_transaction")
		.set({
			...(answered.state === "found" ? importedFields(answered.answer) : {}),
			// What was found once is not lost because the service forgot it or mumbles now.
			...(answered.state === "found" || line.state !== "found" ? { state: answered.state } : {}),
			cause: answered.state === "unreadable" ? answered.cause : null,
			checks,
			last_checked_at: system.clock.now(),
			next_check_at: nextCheck(system, line, { state: answered.state, serviceStatus, checks }),
		})
		.where("environment", "=", system.config.environment)
		.where("reference", "=", line.reference)
		.execute();
}

function importedFields(answer: WireStatus) {
	return {
		transaction_type: answer.transaction_type.slice(0, 64),
		amount: answer.amount,
		currency: answer.currency,
		service_status: answer.status,
		created_at: answer.created_at ? new Date(answer.created_at) : null,
		processed_at: answer.processed_at ? new Date(answer.processed_at) : null,
	};
}

function nextCheck(
	system: SystemContext,
	line: Due,
	answered: { state: ImportState; serviceStatus: string | null; checks: number; retryAfterMs?: number },
): Date | null {
	const now = system.clock.now().getTime();
	const delayMs = importDelayMs({ ...answered, ageMs: now - line.imported_at.getTime() });
	return delayMs === null ? null : new Date(now + delayMs);
}

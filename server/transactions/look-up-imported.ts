/** Checks imported references at the service, with lower priority than anything that somebody waits for. */
import type { Selectable } from "kysely";
import type { Cause } from "#lib/failure-causes.ts";
import type { ImportState } from "#lib/imports/import-states.ts";
import type { SystemContext } from "#server/context.ts";
import { ServiceError } from "#server/errors.ts";
import type { WireStatus } from "#server/momo/wire.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import type { Tables } from "#server/store/tables/tables.ts";

type Due = Pick<
	Selectable<Tables["imported_transaction"]>,
	"reference" | "state" | "service_status" | "checks" | "imported_at"
>;

type Answered =
	| { state: "found"; answer: WireStatus }
	| { state: "not_found" }
	| { state: "unreadable"; cause: Cause }
	| { state: "away"; retryAfterMs: number };

const AT_ONCE = 4;
/** After this time without a result, another worker may check the same references: their worker may have died. */
const LEASE_MS = 120_000;

/** Checks all due references, a few at a time; stops once the service answers none of those few. Returns the number of checks. */
export async function lookUpImported(system: SystemContext): Promise<number> {
	let checked = 0;
	for (;;) {
		const due = await claimDue(system);
		if (due.length === 0) return checked;
		const answers = await Promise.all(due.map((line) => checkOnce(system, line)));
		checked += due.length;
		await publishUpdate(system.database, { topic: "imports", id: null });
		if (answers.every((state) => state === "away")) return checked;
	}
}

async function claimDue(system: SystemContext): Promise<Due[]> {
	const { database, clock, config } = system;
	const now = clock.now();
	// No plan is that far ahead, unless the clock was set back since.
	const tooFar = new Date(now.getTime() + LONGEST_MS + HOUR_MS);
	// This is a CTE, since PostgreSQL may run a subquery in the update's condition again for each row and then claim all rows.
	return database
		.with("due", (of) =>
			of
				.selectFrom("imported_transaction")
				.select("reference")
				.where("environment", "=", config.environment)
				.where((of) => of.or([of("next_check_at", "<=", now), of("next_check_at", ">", tooFar)]))
				.orderBy("next_check_at")
				.orderBy("imported_at")
				.orderBy("position")
				.limit(AT_ONCE)
				.forUpdate()
				.skipLocked(),
		)
		.updateTable("imported_transaction as imported")
		.from("due")
		.set({ next_check_at: new Date(now.getTime() + LEASE_MS) })
		.where("imported.environment", "=", config.environment)
		.whereRef("imported.reference", "=", "due.reference")
		.returning(["imported.reference", "state", "service_status", "checks", "imported_at"])
		.execute();
}

async function checkOnce(system: SystemContext, line: Due): Promise<Answered["state"]> {
	const answered = await askStatus(system, line.reference);
	await system.database
		.updateTable("imported_transaction")
		.set(changesBy(system.clock.now(), line, answered))
		.where("environment", "=", system.config.environment)
		.where("reference", "=", line.reference)
		.execute();
	return answered.state;
}

async function askStatus({ service }: SystemContext, reference: string): Promise<Answered> {
	try {
		const answer = await service.readStatus(reference);
		return answer === null ? { state: "not_found" } : { state: "found", answer: answer };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		if (error.contradiction || concernsOneReference(error.status ?? 0))
			return { state: "unreadable", cause: error.code };
		return { state: "away", retryAfterMs: (error.retryAfterSeconds ?? 0) * 1_000 };
	}
}

/** False for refused keys, rate limits and outages, which concern every reference. */
function concernsOneReference(status: number): boolean {
	const isRefused = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
	return isRefused || (status >= 200 && status < 300);
}

function changesBy(now: Date, line: Due, answered: Answered) {
	const nextCheck = (check: Omit<ImportedCheck, "ageMs">) => {
		const delayMs = importDelayMs({ ...check, ageMs: now.getTime() - line.imported_at.getTime() });
		return delayMs === null ? null : new Date(now.getTime() + delayMs);
	};
	if (answered.state === "away") {
		const { retryAfterMs } = answered;
		return { next_check_at: nextCheck({ state: "waiting", serviceStatus: null, checks: 0, retryAfterMs }) };
	}
	const checks = line.checks + 1;
	// A transaction that was found once stays found, even if the service now denies it or answers unreadably.
	const state = line.state === "found" ? "found" : answered.state;
	const serviceStatus = answered.state === "found" ? answered.answer.status : line.service_status;
	return {
		...(answered.state === "found" ? importedFields(answered.answer) : {}),
		...{ state, checks, cause: answered.state === "unreadable" ? answered.cause : null, last_checked_at: now },
		next_check_at: nextCheck({ state, serviceStatus, checks }),
	};
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The longest pause between checks: nobody waits for imported transactions, and there may be thousands. */
const LONGEST_MS = 12 * HOUR_MS;
// Assumption: a transaction that is not final a month after its import will not become final; people may still look it up.
const WATCHED_MS = 30 * 24 * HOUR_MS;
/** The service may not know a very recent reference yet, so a few more checks follow. */
const DOUBTFUL_READINGS = 4;

interface ImportedCheck {
	state: ImportState;
	/** The service's status; only `success` is final, as everywhere. */
	serviceStatus: string | null;
	/** Number of checks, this one included. */
	checks: number;
	/** Time since the import. */
	ageMs: number;
	retryAfterMs?: number;
}

/** Returns the milliseconds until the next check; null: no more checks. */
export function importDelayMs({ state, serviceStatus, checks, ageMs, retryAfterMs = 0 }: ImportedCheck): number | null {
	if (state === "found" && serviceStatus === "success") return null;
	if (ageMs > WATCHED_MS) return null;
	if ((state === "not_found" || state === "unreadable") && checks > DOUBTFUL_READINGS) return null;
	const growing = Math.min(MINUTE_MS * 2 ** Math.min(checks, 12), LONGEST_MS);
	return Math.min(Math.max(growing, retryAfterMs), LONGEST_MS);
}

/** What each program may do with each table: the least that its verbs need. `grant-rights.ts` writes it into the database. */
import type { Tables } from "#server/store/tables.ts";

/** `web`: pages and routes. `worker`: jobs. The owner of the tables migrates, backs up and restores, and is neither. */
export type DeskProgram = "web" | "worker";
/** As PostgreSQL writes a right: `select`, `insert`, `delete`, `update`, with columns where not all of them. */
export type Right = string;

const READ = ["select"];
const ADD = ["select", "insert"];
const KEEP = ["select", "insert", "update"];
const ALL = ["select", "insert", "update", "delete"];
/** What stands is evidence: what was said of a row may be voided, answered or closed, and nothing else of it changes. */
const andUpdate = (...columns: string[]) => `update (${columns.join(", ")})`;

// Hashes of passwords and sessions are the sign-in's alone: the worker knows members by name, mail and role.
const MEMBER_SEEN =
	"select (id, email, name, role, locale, theme, disabled_at, created_at, version, password_temporary, password_temporary_until, decides_from)";

export const TABLE_RIGHTS: Record<keyof Tables, Record<DeskProgram, readonly Right[]>> = {
	// A change that an admin alone asked for takes effect in the worker, a day later: the guards of the database see to what it is.
	member: { web: KEEP, worker: [MEMBER_SEEN, "insert", andUpdate("role", "disabled_at", "password_hash")] },
	// The worker ends them with their member's rights, forgets them when their term is over, and sees no hash of one.
	session: { web: KEEP, worker: ["select (member_id, ended_at, created_at)", andUpdate("ended_at"), "delete"] },
	sign_in_delay: { web: ALL, worker: ["select", "delete"] },
	change_request: { web: KEEP, worker: ["select", "update"] },
	member_identity: { web: ["select", "insert", andUpdate("last_seen_at")], worker: [] },
	provider_session: { web: ["select", "insert"], worker: [] },
	told_sign_out: { web: ["select", "insert", "delete"], worker: [] },
	sign_in_guess: { web: KEEP, worker: ["select", andUpdate("told"), "delete"] },
	known_browser: { web: ALL, worker: [] },
	// A link that was used up is taken away; the owner of the machine alone makes one.
	set_up_link: { web: ["select", "delete"], worker: [] },
	invitation: {
		web: [...ADD, andUpdate("token_hash", "invited_by", "ended")],
		worker: ["select", andUpdate("mailed_at")],
	},
	notice: { web: [...ADD, andUpdate("seen_at")], worker: [...ADD, "delete"] },

	// What proves who a member is, is the web program's alone; a reset that an admin alone asked for takes effect in the worker.
	passkey: { web: ALL, worker: ["select (member_id)", "delete"] },
	totp: { web: ALL, worker: ["select (member_id, confirmed_at)", "delete"] },
	recovery_code: {
		web: ["select", "insert", "delete", andUpdate("used_at")],
		worker: ["select (member_id)", "delete"],
	},
	webauthn_challenge: { web: ["select", "insert", "delete"], worker: [] },
	step_up: { web: ["select", "insert", "delete", andUpdate("method", "proved_at")], worker: [] },
	step_up_subject: { web: [...ADD, andUpdate("used_at")], worker: [] },

	payment: { web: KEEP, worker: ["select", "update"] },
	payment_event: { web: ADD, worker: ADD },
	// The one POST of a payment is the worker's: the web program cannot even write that one was allowed.
	attempt: { web: READ, worker: [...ADD, andUpdate("answered_at", "outcome", "http_status", "excerpt")] },
	decision: { web: [...ADD, andUpdate("voided_at")], worker: ["select", andUpdate("voided_at")] },
	resolution: { web: [...ADD, andUpdate("withdrawn_at")], worker: READ },
	payout_rule: { web: KEEP, worker: KEEP },
	payout_wait: { web: ALL, worker: ALL },
	orphan_answer: {
		web: ["select", andUpdate("resolved_at", "resolved_by", "resolution", "reason")],
		worker: ADD,
	},
	forgotten_permit: { web: [...ADD, andUpdate("closed_at", "closed_by", "reason")], worker: ADD },

	wallet_look: { web: KEEP, worker: KEEP },
	balance_question: { web: KEEP, worker: READ },
	movement: { web: READ, worker: KEEP },
	movement_sync: { web: KEEP, worker: KEEP },
	movement_chunk: { web: [], worker: ALL },
	movement_day: { web: READ, worker: ALL },
	unreadable_movement: { web: READ, worker: ["select", "insert", "delete"] },

	lookup: { web: KEEP, worker: ["select", "delete"] },
	imported_transaction: { web: KEEP, worker: ["select", "update"] },
	operator: { web: ["select", "update"], worker: READ },
	observation: { web: KEEP, worker: KEEP },

	reconciliation_wallet: { web: ALL, worker: ALL },
	reconciliation_finding: { web: ALL, worker: ALL },
	reconciliation_pending: { web: ALL, worker: ALL },
	reconciliation_line: { web: ALL, worker: ALL },
	reconciliation_payment: { web: ALL, worker: ALL },
	reconciliation_decision: { web: ADD, worker: READ },
	balance_proof: { web: READ, worker: ADD },

	audit_entry: { web: ADD, worker: ADD },
	setting: { web: ALL, worker: ALL },
	worker: { web: ["select", "update"], worker: ALL },
	continuity_gap: { web: ["select", "update", "delete"], worker: ALL },
};

import type { Tables } from "#server/store/tables/tables.ts";

/** `web`: pages and routes. `worker`: jobs. The owner of the tables, who migrates, backs up and restores, is neither. */
export type DeskProgram = "web" | "worker";

const READ = ["select"];
const ADD = ["select", "insert"];
const KEEP = ["select", "insert", "update"];
const ALL = ["select", "insert", "update", "delete"];
/** Returns the right to update only these columns. A row that is evidence may be voided, answered or closed; its facts stay. */
const andUpdate = (...columns: string[]) => `update (${columns.join(", ")})`;

// Only sign-in reads password and session hashes; the worker knows members by name, mail and role.
const MEMBER_SEEN =
	"select (id, email, name, role, locale, theme, disabled_at, created_at, version, password_temporary, password_temporary_until, decides_from, rights_until)";

/** PostgreSQL's privileges, with columns when limited. */
export const TABLE_RIGHTS: Record<keyof Tables, Record<DeskProgram, readonly string[]>> = {
	// A change requested by the only admin takes effect in the worker a day later; the database's guards check it, and its triggers
	// write `factor_expected_until` and read `member_identity` by the worker's rights.
	member: {
		web: KEEP,
		worker: [MEMBER_SEEN, "insert", andUpdate("role", "disabled_at", "password_hash", "factor_expected_until")],
	},
	// The worker ends a member's sessions together with the member's rights, deletes expired sessions, and sees no hash.
	session: {
		web: KEEP,
		worker: ["select (key, member_id, created_at, last_seen_at, ended_at, factor)", andUpdate("ended_at"), "delete"],
	},
	sign_in_delay: { web: ALL, worker: ["select", "delete"] },
	change_request: { web: KEEP, worker: ["select", "update"] },
	member_identity: { web: ["select", "insert", "delete", andUpdate("admitted_at")], worker: ["select (member_id)"] },
	provider_session: { web: ["select", "insert"], worker: [] },
	provider_logout: { web: ["select", "insert", "delete"], worker: [] },
	sign_in_guess: { web: ALL, worker: ["select", andUpdate("told"), "delete"] },
	known_browser: { web: ALL, worker: [] },
	// The web program deletes a used link; only the machine's owner creates one.
	set_up_link: { web: ["select", "delete"], worker: [] },
	invitation: {
		web: [...ADD, andUpdate("token_hash", "invited_by", "ended")],
		worker: ["select", andUpdate("mailed_at")],
	},
	notice: { web: [...ADD, andUpdate("seen_at")], worker: [...ADD, "delete"] },

	// Only the web program handles proofs of identity; a reset requested by the only admin takes effect in the worker.
	passkey: { web: ALL, worker: ["select (id, member_id, public_key)", "delete"] },
	// The worker verifies approvals by the keys that it recorded itself.
	approver_key: { web: READ, worker: ["select", "insert", andUpdate("seen_at", "gone_at")] },
	totp: { web: ALL, worker: ["select (member_id, confirmed_at)", "delete"] },
	new_totp: { web: ALL, worker: [] },
	recovery_code: {
		web: ["select", "insert", "delete", andUpdate("used_at")],
		worker: ["select (member_id)", "delete"],
	},
	webauthn_answer: { web: ["select", "insert", "delete"], worker: [] },
	step_up: {
		web: ["select", "insert", andUpdate("method", "proved_at", "assertion")],
		worker: ["select (id, member_id, assertion, created_at)", "delete"],
	},
	step_up_subject: { web: [...ADD, andUpdate("used_at")], worker: ["select (step_up_id, digest)"] },

	payment: { web: KEEP, worker: ["select", "update"] },
	// Rows that return to approval raise the batch's version.
	batch: { web: KEEP, worker: ["select", andUpdate("version")] },
	batch_row: { web: KEEP, worker: READ },
	// Erasing a person deletes their row.
	recipient: { web: ALL, worker: READ },
	// The worker unblocks a number when the only admin asked for it.
	blocked_number: { web: ["select", "insert", "delete"], worker: ["select", "delete"] },
	payment_event: { web: ADD, worker: ADD },
	// The worker alone sends a payment's one POST: the web program cannot even write a permit.
	attempt: { web: READ, worker: [...ADD, andUpdate("answered_at", "outcome", "http_status", "excerpt")] },
	decision: { web: [...ADD, andUpdate("voided_at")], worker: ["select", andUpdate("voided_at")] },
	resolution: { web: [...ADD, andUpdate("withdrawn_at")], worker: READ },
	payout_rule: { web: KEEP, worker: KEEP },
	payout_wait: { web: ALL, worker: ALL },
	orphan_answer: { web: ["select", andUpdate("resolved_at", "resolved_by", "resolution", "reason")], worker: ADD },
	// The worker closes forgotten permits, and changes operators, when the only admin asked for it.
	forgotten_permit: {
		web: [...ADD, andUpdate("closed_at", "closed_by", "reason")],
		worker: [...ADD, andUpdate("closed_at", "closed_by", "reason")],
	},

	background_export: { web: ["select", "insert", "delete"], worker: ["select", "delete", "update"] },
	background_export_part: { web: READ, worker: ["select", "insert", "delete"] },

	list_layout: { web: KEEP, worker: [] },
	list_view: { web: ALL, worker: [] },

	issued_paper: { web: ADD, worker: [] },

	balance_reading: { web: KEEP, worker: KEEP },
	service_question: { web: ["select", "insert", "delete"], worker: ["select", "update", "delete"] },
	movement: { web: READ, worker: KEEP },
	movement_sync: { web: KEEP, worker: KEEP },
	movement_chunk: { web: [], worker: ALL },
	movement_day: { web: READ, worker: ALL },
	movement_operator_day: { web: ALL, worker: ALL },
	// The worker reopens a statement a day after the only admin asked for it.
	statement_closing: {
		web: [...ADD, andUpdate("version", "confirmed_by", "confirmed_at", "ended_by", "ended_at")],
		worker: ["select", andUpdate("version", "ended_by", "ended_at")],
	},
	statement_closing_page: { web: ADD, worker: READ },
	statement_late_line: { web: READ, worker: KEEP },
	unreadable_movement: { web: READ, worker: ["select", "insert", "delete"] },

	lookup: { web: KEEP, worker: ["select", "delete"] },
	imported_transaction: { web: KEEP, worker: ["select", "update"] },
	operator: {
		web: ["select", "update"],
		worker: ["select", andUpdate("name", "flow", "dial_code", "window_minutes", "enabled")],
	},
	observation: { web: KEEP, worker: KEEP },

	reconciliation_wallet: { web: ALL, worker: ALL },
	reconciliation_exception: { web: ALL, worker: ALL },
	reconciliation_pending: { web: ALL, worker: ALL },
	reconciliation_line: { web: ALL, worker: ALL },
	reconciliation_payment: { web: ALL, worker: ALL },
	reconciliation_decision: { web: ADD, worker: READ },
	balance_proof: { web: READ, worker: ADD },

	audit_entry: { web: ADD, worker: ADD },
	audit_seal: { web: READ, worker: ADD },
	setting: { web: ALL, worker: ALL },
	// Only workers write their heartbeats and the reports about their machines.
	worker: { web: READ, worker: ALL },
	program: { web: ALL, worker: ALL },
	proved_wallet: { web: KEEP, worker: KEEP },
	continuity_gap: { web: ["select", "delete"], worker: ALL },
};

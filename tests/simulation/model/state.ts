/** The model's state: database and folders, which can be copied and put back, and the service's books, which cannot. */

export type State =
	| "awaiting_approval"
	| "approved"
	| "sending"
	| "pending"
	| "succeeded"
	| "not_sent"
	| "refused"
	| "expired"
	| "unknown"
	| "may_have_left"
	| "settled_paid"
	| "settled_not_paid";

/** The states that each state may lead to. */
export const NEXT: Readonly<Record<State, readonly State[]>> = {
	awaiting_approval: ["approved", "expired", "may_have_left"],
	approved: ["sending", "expired", "may_have_left"],
	sending: ["pending", "succeeded", "not_sent", "refused", "unknown"],
	pending: ["succeeded", "unknown"],
	succeeded: [],
	not_sent: [],
	refused: [],
	expired: [],
	unknown: ["pending", "succeeded", "settled_paid", "settled_not_paid"],
	may_have_left: ["pending", "succeeded", "settled_paid", "settled_not_paid"],
	settled_paid: [],
	settled_not_paid: [],
};

export const SAYS_PAID: readonly State[] = ["succeeded", "settled_paid"];
export const SAYS_UNPAID: readonly State[] = ["not_sent", "refused", "expired", "settled_not_paid"];
export const WAITS: readonly State[] = ["awaiting_approval", "approved"];

export type Person = "maker" | "first" | "second";

export interface Payment {
	id: number;
	key: string;
	/** The payment that somebody wants once. Amounts are different powers of two, so that any sum names its parts. */
	wish: number;
	amount: number;
	createdAt: number;
	expiresAt: number;
	state: State;
	version: number;
	approvers: Person[];
	attempt: { id: number; at: number } | null;
	reference: string | null;
	/** The reference in a failed answer, which the service must confirm. */
	hint: string | null;
	settlers: Person[];
}

interface Look {
	at: number;
	balance: number;
}

export interface Gap {
	version: number;
	/** The reading before the gap. */
	look: Look | null;
	/** A worker lived here before, so there should be a reading. */
	wasUsed: boolean;
	foundAt: number;
	held: number[];
	/** Payments that people have settled as not sent. */
	released: number[];
}

export interface Database {
	payments: Payment[];
	/** Entries of the audit log; each has a number that no other database gives. */
	entries: number[];
	/** Raised when people go on with a suspect database. */
	generation: number;
	doubt: boolean;
	/** The time at which all sending was stopped; null while it goes on. */
	stoppedAt: number | null;
	gap: Gap | null;
	looks: Look[];
	/** Heartbeats, each with the number of readings known by then. */
	signs: Record<string, { at: number; looks: number; knows: boolean }>;
	orphans: string[];
}

export interface Head {
	entry: number;
	generation: number;
	timeline: number;
}

export interface Outcome {
	paymentId: number;
	attempt: number;
	state: State;
	reference: string | null;
	hint: string | null;
}

export interface Folder {
	head: Head | null;
	journal: number[];
	outcomes: Outcome[];
}

export interface Transaction {
	reference: string;
	/** Null: somebody else's, with the same keys or long ago. */
	paymentId: number | null;
	wish: number | null;
	amount: number;
	at: number;
	/** The time from which its line is listed. */
	listedAt: number;
}

export interface TopUp {
	amount: number;
	at: number;
	listedAt: number;
}

export interface Post {
	paymentId: number;
	wish: number;
	at: number;
	by: Process;
	transaction: Transaction | null;
}

export interface Process {
	name: string;
	machine: number;
	alive: boolean;
	diedAt: number | null;
	pausedUntil: number;
	/** The process's last heartbeat, as it knows it. */
	mark: number | null;
}

export function emptyDatabase(): Database {
	return {
		...{ payments: [], entries: [0], generation: 0, doubt: false, stoppedAt: null, gap: null },
		...{ looks: [], signs: {}, orphans: [] },
	};
}

export function emptyFolder(): Folder {
	return { head: null, journal: [], outcomes: [] };
}

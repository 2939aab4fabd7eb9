import type { Transaction } from "#tests/simulation/fake-books.ts";
import type { Fault } from "#tests/simulation/faults.ts";
import type { Process, Running } from "#tests/simulation/scheduler.ts";

export interface Post {
	kind: "deposit" | "payout";
	amount: string;
	currency: string;
	/** The number in the form of the desk, with its plus sign. */
	number: string;
	at: number;
	fault: Fault;
	/** The payment of the job that sent it; the service does not know it. */
	paymentId: string;
	/** Its sender, with the step of the database's last answer to it. */
	sender: Running;
	/** The service's transaction for it, if there is one. */
	transaction: Transaction | null;
}

/** An answer that reached a living process. */
export interface HandedOver {
	post: Post;
	reference: string;
	to: Process;
	at: number;
}

/** One POST as it came to the service, and an answer that went back. */
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
	/** Of the job that sent it; the service does not know it. */
	paymentId: string;
	/** Its sender, and the time of the database's last answer to it. */
	sender: Running;
	/** The service's transaction of it, if there is one. */
	transaction: Transaction | null;
}

/** An answer that came to somebody who was alive. */
export interface HandedOver {
	post: Post;
	reference: string;
	to: Process;
	at: number;
}

/** The context of every use case: the acting member, database, service, clock, log and configuration. Tests replace clock and service. */
import type { BoundNeed, OpenPurpose } from "#lib/contracts/second-factor.ts";
import type { Role } from "#lib/roles.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { Service } from "#server/momo/service.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface Clock {
	now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Actor {
	id: string;
	name: string;
	email: string;
	role: Role;
}

export interface SystemContext {
	database: Database;
	service: Service;
	clock: Clock;
	log: Log;
	config: Config;
}

/** A call of one worker; calls of one worker may share an answer (`lineOfWorker`). */
export interface WorkerCall {
	system: SystemContext;
	workerId: string;
}

/** Fresh proof of the member's identity, checked inside the transaction that needs it. */
export interface Presence {
	/** For the member's own account, a recent sign-in counts as the proof. Throws `step_up_needed`. */
	requireFresh(database: Database, purpose: OpenPurpose): Promise<void>;
	/** Uses up one proof that covers all digests, in the transaction of the act. Returns the id of the proof. Throws `step_up_needed`. */
	spend(trx: DatabaseTransaction, need: BoundNeed, digests: readonly string[]): Promise<string | undefined>;
}

export interface Context extends SystemContext {
	member: Actor;
	presence: Presence;
}

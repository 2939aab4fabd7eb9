/** What a verb gets: who asks, and the ports it may use. Tests build one with their own clock, service and database. */
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { Role } from "#lib/roles.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { Service } from "#server/momo/service.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface Clock {
	now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The signed-in member as verbs need it. */
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

/** The fresh proof that the one who asks is really that member: asked inside the transaction of what it is given for. */
export interface Presence {
	/** `digest`: of the one thing approved or settled; its proof is spent here. Throws `step_up_needed`. */
	demand(database: Database | DatabaseTransaction, need: StepUpNeed & { digest?: string }): Promise<void>;
}

export interface Context extends SystemContext {
	member: Actor;
	presence: Presence;
}

/** Contexts for tests: a clock that the test moves, a configuration from literal values, new members. */

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { ROLES, type Role } from "#lib/roles.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import type { Actor, Clock, Context, Presence, SystemContext } from "#server/context.ts";
import { createLog, type Log } from "#server/log.ts";
import type { Service } from "#server/momo/service.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";
import { leaveSpentProof } from "#tests/support/desk/leave-spent-proof.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

/** Start time of tests, unless they choose another. */
export const TEST_NOW = new Date("2026-03-10T09:00:00.000Z");

export interface FixedClock extends Clock {
	advance(ms: number): void;
}

export function fixedClock(date: Date = TEST_NOW): FixedClock {
	let time = date.getTime();
	return {
		now: () => new Date(time),
		advance(ms) {
			time += ms;
		},
	};
}

export function testConfig(environment: Record<string, string> = {}): Config {
	return readConfig({
		...COMPLETE,
		WALLET_CURRENCIES: "XOF,XAF",
		DATABASE_URL: "postgres://127.0.0.1:9/none",
		APP_ORIGIN: "http://localhost:3000",
		DATA_DIR: join(tmpdir(), `cauri-test-data-${randomBytes(6).toString("hex")}`),
		LOG_LEVEL: "silent",
		PAYOUT_LANES: "1",
		...environment,
	});
}

/** The faults for which a program does not start with this environment; none if it would. */
export function faultsOf(environment: Record<string, string | undefined>): readonly string[] {
	try {
		readConfig(environment);
	} catch (error) {
		if (error instanceof ConfigError) return error.faults;
		throw error;
	}
	return [];
}

/** A service that fails on every call, for tests that must not reach it. */
export function noService(): Service {
	const refuse = (): never => {
		throw new Error("this test gave no service, but one was called");
	};
	return {
		startDeposit: refuse,
		startPayout: refuse,
		readDetail: refuse,
		readHistory: refuse,
		readStatus: refuse,
		readBalance: refuse,
		streamMovements: refuse,
		timeAt: () => null,
		isCircuitOpen: () => false,
		close: () => Promise.resolve(),
	};
}

export interface SystemParts {
	database: Database;
	service?: Service;
	clock?: Clock;
	config?: Config;
	/** The account by which the database is used: the worker's unless said. */
	program?: DeskProgram;
}

export function systemContext(parts: SystemParts): SystemContext {
	return {
		database: throughAccount(parts.database, parts.program ?? "worker"),
		service: parts.service ?? noService(),
		clock: parts.clock ?? fixedClock(),
		config: parts.config ?? testConfig(),
		log: createLog("silent", "test"),
	};
}

/** A log of everything; `text()` is what was logged since `forget()`. */
export function keptLog() {
	const lines: string[] = [];
	const log: Log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
	return { log, text: () => lines.join(""), forget: () => void lines.splice(0) };
}

/** A member's context uses the web program's account. */
export function contextFor(system: SystemContext, member: Actor): Context {
	return { ...system, database: throughAccount(system.database, "web"), member, presence: presentAs(member) };
}

export async function person(system: SystemContext, role: Role): Promise<Context> {
	return contextFor(system, await addMember(system.database, role));
}

export async function people(system: SystemContext): Promise<Record<Role, Context>> {
	const all = ROLES.map(async (role) => [role, await person(system, role)] as const);
	return Object.fromEntries(await Promise.all(all)) as Record<Role, Context>;
}
/** A fresh proof of identity, for tests of what follows it. */
function presentAs({ id }: Actor): Presence {
	return {
		requireFresh: () => Promise.resolve(),
		async spend(database, { purpose }, [digest = ""]) {
			if (purpose === "confirm") await leaveSpentProof(database, { memberId: id, digest });
			return undefined;
		},
	};
}

/** Adds a member as the machine's owner, with an address of its own. The default password opens nothing. */
export async function addMember(
	database: Database,
	role: Role,
	{ passwordHash = "opens-nothing" }: { passwordHash?: string } = {},
): Promise<Actor> {
	// Letters alone: the log masks eight digits in a row.
	const suffix = Array.from(randomBytes(10), (byte) => "abcdefghijklmnop"[byte % 16]).join("");
	const member: Actor = {
		id: `member-${suffix}`,
		name: `${role} ${suffix}`,
		email: `${role}-${suffix}@test.example`,
		role,
	};
	await asOwner(throughAccount(database, "owner"), (trx) =>
		insertRows(trx, "member", { ...member, password_hash: passwordHash, created_at: TEST_NOW }),
	);
	return member;
}

import type { Pool, QueryResult } from "pg";
import { openDatabase } from "#server/store/database.ts";
import type { Answer, Session, SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { type Process, running, type Scheduler } from "#tests/simulation/scheduler.ts";

/** The error by which node-postgres reports a connection that is gone. */
export class LostConnection extends Error {
	readonly code: string;
	constructor(code: "08006" | "08003" = "08006") {
		super("the connection is broken");
		this.code = code;
	}
}

/** A process's way to the database: a call may fail before it was made, or be made without an answer. */
export interface Access {
	database: SimulatedDatabase;
	scheduler: Scheduler;
	process: Process;
	/** The database's own clock. */
	now: () => Date;
	statement<T>(label: string, made: () => Promise<T>): Promise<T>;
	commit(made: () => Promise<void>): Promise<"made" | "lands later">;
	/** Makes a commit that was sent before its connection broke, some time later. */
	landLater(session: Session): void;
}

export function openConnections(access: Access) {
	const open = new Set<Connection>();
	const connect = async () => {
		const connection = new Connection(access, () => open.delete(connection));
		open.add(connection);
		return connection;
	};
	const pool = { connect, options: {}, end: async () => undefined };
	return {
		database: openDatabase(pool as unknown as Pool),
		/** Breaks all connections: the server rolls back what they left open. Runs within a step. */
		async cutOff() {
			for (const connection of [...open]) await connection.lose();
		},
		/** The server ends a session whose transaction was idle this long. Runs within a step. */
		async endSilent(ms: number) {
			for (const connection of [...open]) if (connection.silentMs() > ms) await connection.lose();
		},
	};
}

type Asked = { answer: Answer } | { later: Promise<Answer> };

/** The part of a pool's client that Kysely uses. */
class Connection {
	readonly #access: Access;
	readonly #released: () => void;
	#session: Session | null = null;
	/** Later calls are refused, because the transaction is gone. */
	#isLost = false;
	#askedAt = 0;

	constructor(access: Access, released: () => void) {
		this.#access = access;
		this.#released = released;
	}

	async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
		const asked = await this.#step(labelOf(text), () => this.#ask(text, values));
		const answer = "later" in asked ? await asked.later : asked.answer;
		if ("error" in answer) throw answer.error;
		return answer.result;
	}

	/** Called when Kysely is done with the connection. */
	release(): void {
		this.#released();
		if (this.#session && !this.#isLost) this.#access.database.giveBack(this.#session);
		this.#session = null;
	}

	silentMs(): number {
		const isIdle = this.#session?.isOpen && !this.#session.waiting;
		return isIdle ? this.#access.scheduler.now - this.#askedAt : 0;
	}

	async lose(): Promise<void> {
		this.#isLost = true;
		const session = this.#session;
		this.#session = null;
		if (session) await this.#access.database.end(session);
	}

	async #ask(text: string, values: readonly unknown[]): Promise<Asked> {
		if (text === "rollback") return this.#rollback();
		if (this.#isLost) throw new LostConnection("08003");
		if (text === "commit") return this.#commit();
		try {
			return await this.#access.statement(labelOf(text), () => this.#make(text, values));
		} catch (error) {
			if (error instanceof LostConnection) await this.lose();
			throw error;
		}
	}

	async #make(text: string, values: readonly unknown[]): Promise<Asked> {
		const { database, scheduler, process, now } = this.#access;
		this.#session ??= await database.lend();
		const session = this.#session;
		const here = running.getStore();
		this.#askedAt = scheduler.now;
		let deliver: (answer: Answer) => void = () => undefined;
		const later = new Promise<Answer>((resolve) => {
			deliver = (answer) =>
				running.run(here ?? { process, scheduler }, () => {
					void this.#step(`${labelOf(text)}, after waiting`, () => (this.#isLost ? lost() : answer)).then(resolve);
				});
		});
		const answer = await database.ask(session, { text, values, at: now() }, deliver);
		if (!answer) return { later };
		if (/^(begin|start transaction)/.test(text)) session.isOpen = true;
		else if (!session.isOpen) await database.committedBy(session);
		if (text.includes("unlock")) await database.release();
		return { answer };
	}

	async #commit(): Promise<Asked> {
		const { database, commit, landLater } = this.#access;
		const session = this.#session;
		if (!session?.isOpen) throw new LostConnection("08003");
		let answer: Answer | undefined;
		try {
			const landing = await commit(async () => {
				answer = await end(database, session, "commit");
			});
			if (landing === "made" && answer) return { answer };
		} catch (error) {
			await this.lose();
			throw error;
		}
		// The server has the COMMIT and is slow with it; the sender hears that the connection is gone.
		this.#isLost = true;
		this.#session = null;
		landLater(session);
		throw new LostConnection();
	}

	async #rollback(): Promise<Asked> {
		if (this.#session?.isOpen) await end(this.#access.database, this.#session, "rollback");
		return { answer: { result: { command: "ROLLBACK", rows: [] } as never } };
	}

	#step<T>(label: string, action: () => T | Promise<T>): Promise<T> {
		const { scheduler, process } = this.#access;
		return scheduler.step(process, label, async () => {
			const answer = await action();
			const here = running.getStore();
			if (here) here.answeredAtStep = scheduler.taken;
			return answer;
		});
	}
}

/** Has the committed state judged, and lets the sessions go on that waited for its locks. */
export async function end(database: SimulatedDatabase, session: Session, how: "commit" | "rollback"): Promise<Answer> {
	let answer: Answer;
	try {
		answer = { result: await session.client.query(how) };
	} catch (error) {
		answer = { error };
	}
	session.isOpen = false;
	const isCommitted = "result" in answer && answer.result.command === "COMMIT";
	if (isCommitted) await database.committedBy(session);
	else session.written.clear();
	await database.release();
	return answer;
}

function lost(): Answer {
	return { error: new LostConnection() };
}

function labelOf(text: string): string {
	return text
		.replaceAll(/["\s]+/g, " ")
		.trim()
		.slice(0, 70);
}

/** A worker's checks before it trusts its database: heads outside of it, heartbeats, and the wallet. */
import { MAY_HAVE_MOVED, MINUTE, ModelBase } from "#tests/simulation/model/base.ts";
import type { Act } from "#tests/simulation/model/environment.ts";
import { type Database, type Gap, type Head, type Process, WAITS } from "#tests/simulation/model/state.ts";

const LIVING_MS = MINUTE / 2;

export abstract class Continuity extends ModelBase {
	protected isDoubted(process: Process): boolean {
		const database = this.ask();
		const { head } = this.folder(process);
		const hasSent = database.payments.some(({ attempt }) => attempt !== null);
		const isOther = head ? this.isOther(database, process) : hasSent && !this.hasNeighbour(database, process);
		if (isOther) database.doubt = true;
		return database.doubt;
	}

	protected isOther(database: Database, process: Process): boolean {
		const { head } = this.folder(process);
		if (!head) return false;
		// The head is of an older generation: people have continued without that database.
		if (head.generation < database.generation) return false;
		const lacks = head.generation > database.generation || !database.entries.includes(head.entry);
		if (lacks && this.keeps("headKnown")) return true;
		return head.timeline !== this.world.timeline && this.keeps("serverKnown");
	}

	protected hasNeighbour({ signs }: Database, { name }: Process): boolean {
		if (!this.keeps("newMachineAsks")) return true;
		return Object.entries(signs).some(([other, { at, knows }]) => other !== name && knows && this.now - at < LIVING_MS);
	}

	/** A living process hears of a commit. */
	hear(process: Process): void {
		if (this.keeps("hearHeads")) this.keepHead(process);
	}

	/** A machine that knew the database stores its newest head. */
	protected keepHead(process: Process): void {
		const { database } = this.world;
		const folder = this.folder(process);
		const isKnown = folder.head !== null || database.payments.every(({ attempt }) => attempt === null);
		if (isKnown && !this.isOther(database, process)) folder.head = this.headOf(database);
	}

	protected headOf({ entries, generation }: Database): Head {
		return { entry: entries.at(-1) ?? 0, generation, timeline: this.world.timeline };
	}

	protected *writeHeartbeat(process: Process): Act {
		this.openGapIfTimeIsMissing(process);
		yield 0;
		const database = this.ask();
		this.openGapIfTimeIsMissing(process);
		process.mark = this.now;
		const knows = this.folder(process).head !== null && !this.isOther(database, process);
		database.signs[process.name] = { at: this.now, looks: database.looks.length, knows };
	}

	protected openGapIfTimeIsMissing(process: Process): void {
		const database = this.ask();
		const own = database.signs[process.name];
		const { mark } = process;
		const isStart = mark === null && this.keeps("startIsGap");
		const isSleep = mark !== null && this.now - mark >= MINUTE && this.keeps("sleepIsGap");
		const isBack = mark !== null && (!own || own.at < mark) && this.keeps("backIsGap");
		if (!isStart && !isSleep && !isBack) return;
		const known = Object.values(database.signs).map(({ looks }) => looks);
		const look = database.looks[Math.max(0, ...(own && !isStart ? [own.looks] : known)) - 1] ?? null;
		const { gap } = database;
		const version = this.world.number();
		database.gap = gap
			? { ...gap, version, foundAt: this.now }
			: { version, look, wasUsed: known.length > 0, foundAt: this.now, held: [], released: [] };
		if (isSleep || isBack) process.mark = this.now;
		if (mark !== null) database.signs[process.name] = { at: this.now, looks: database.looks.length, knows: false };
	}

	protected *prove(process: Process): Act {
		const gap = this.ask().gap;
		if (!gap || this.isDoubted(process)) return;
		// Each try has a version of its own, so that no try closes another one's gap.
		gap.version = this.world.number();
		const seen: Gap = { ...gap };
		yield 0;
		const { balance } = this.world.service;
		yield 0;
		const lines = this.world.service.lines();
		const topUps = this.world.service.listedTopUps();
		yield 0;
		const database = this.ask();
		if (database.gap?.version !== seen.version) return;
		const waits = database.payments.filter(
			({ id, state, createdAt }) => WAITS.includes(state) && createdAt <= seen.foundAt && !seen.released.includes(id),
		);
		const since = seen.look?.at ?? 0;
		const ours = database.payments.filter(({ state }) => MAY_HAVE_MOVED.includes(state));
		const isOurs = (amount: number) => ours.some((payment) => payment.amount === amount);
		const foreign = lines.filter((line) => line.at >= since - MINUTE && !isOurs(line.amount));
		const risen = topUps.filter(({ at }) => at > since).reduce((sum, { amount }) => sum + amount, 0);
		const drop = seen.look ? seen.look.balance + risen - balance : 0;
		// Amounts are powers of two, so the rest of the drop names the payments that are not known here.
		const known = ours.filter(({ attempt }) => (attempt?.at ?? Number.POSITIVE_INFINITY) >= since - MINUTE);
		const unexplained = this.unexplained(drop, [...known, ...foreign.filter(({ paymentId }) => paymentId === null)]);
		database.gap.held = waits
			.filter(({ amount }) => {
				const hasLine = this.keeps("lineHolds") && foreign.some((line) => line.amount === amount);
				const hasDropped = this.keeps("fallHolds") && Math.floor(unexplained / amount) % 2 === 1;
				return hasLine || hasDropped || (seen.look === null && seen.wasUsed);
			})
			.map(({ id }) => id);
		if (database.gap.held.length === 0) database.gap = null;
	}

	/** The rest of a drop after everything that may explain it. */
	protected unexplained(drop: number, known: readonly { amount: number }[]): number {
		const explains = (amount: number) => Math.floor(drop / amount) % 2 === 1;
		const amounts = new Set(known.map(({ amount }) => amount).filter(explains));
		return drop - [...amounts].reduce((sum, amount) => sum + amount, 0);
	}
}

/** `listen` of server/store without a socket: a commit's notification reaches every listening process, one step each. */
import type { ListenOptions } from "#server/store/listen.ts";
import { gates } from "#tests/simulation/ports/files.ts";
import { type Running, running, type Scheduler } from "#tests/simulation/scheduler.ts";

interface Ear {
	here: Running;
	options: ListenOptions;
	/** Connections so far; a notification on an earlier one is not heard on this one. */
	connection: number;
	isStanding: boolean;
}

const ears = new WeakMap<Scheduler, Set<Ear>>();
const RETRY_MS = 9_000;

export function listen(options: ListenOptions): () => Promise<void> {
	const here = running.getStore();
	if (!here) throw new Error("an ear outside of a process");
	const ear: Ear = { here, options, connection: 0, isStanding: false };
	earsOf(here.scheduler).add(ear);
	void stand(ear);
	return async () => {
		earsOf(here.scheduler).delete(ear);
	};
}

/** After a commit, notifies all that listen. */
export function tell(scheduler: Scheduler, channel: string, payload: string): void {
	for (const ear of earsOf(scheduler)) {
		if (!ear.isStanding || ear.options.channel !== channel) continue;
		const { connection } = ear;
		const hear = () => {
			if (ear.isStanding && ear.connection === connection) ear.options.onNotice(payload);
		};
		void running.run(ear.here, () => scheduler.step(ear.here.process, `hear ${channel}`, hear));
	}
}

/** Breaks every listening connection; each is made again when the database is back. */
export function breakLines(scheduler: Scheduler): void {
	for (const ear of earsOf(scheduler)) {
		if (!ear.isStanding) continue;
		ear.isStanding = false;
		running.run(ear.here, () => {
			ear.options.onLost?.();
			void stand(ear);
		});
	}
}

async function stand(ear: Ear): Promise<void> {
	const { scheduler, process } = ear.here;
	for (;;) {
		try {
			await scheduler.step(process, "listen", () =>
				gates.get(scheduler)?.("database", "listen", () => {
					ear.connection += 1;
					ear.isStanding = true;
				}),
			);
			return ear.options.onListening();
		} catch {
			await scheduler.sleep(process, RETRY_MS, "listen again");
		}
	}
}

function earsOf(scheduler: Scheduler): Set<Ear> {
	const known = ears.get(scheduler) ?? new Set<Ear>();
	ears.set(scheduler, known);
	return known;
}

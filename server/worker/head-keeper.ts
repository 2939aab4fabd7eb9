/**
 * Keeps the newest head that this worker hears of, each time that one is told: when the database dies a moment later and its
 * standby lacks the end of the record, this machine knows. Nothing is believed of a database that is in doubt.
 */
import type { SystemContext } from "#server/context.ts";
import { advanceHead, isDatabaseDoubted } from "#server/payments/stop/database-doubt.ts";
import { HEADS_CHANNEL, readTold } from "#server/store/audit-log.ts";
import { type Head, keepHead } from "#server/store/head-file.ts";
import { listen } from "#server/store/listen.ts";

export interface HeadKeeper {
	/** Looks for a doubt, and brings the head forward when there is none. */
	look(): Promise<void>;
	/** Resolves when what was heard is on the disk. */
	stop(): Promise<void>;
}

export interface KeeperOptions {
	firstRetryMs?: number;
	probeMs?: number;
}

export function keepHeadsHeard(system: SystemContext, workerId: string, options: KeeperOptions = {}): HeadKeeper {
	const { config, log } = system;
	let isTrusted = false;
	/** Connections so far: what was found before this one is not believed of it. */
	let connections = 0;
	let heard: Head | null = null;
	let writing: Promise<void> | null = null;

	/** One write at a time, of the newest: however many are told meanwhile, they cost one more. */
	const write = async () => {
		while (heard) {
			const head = heard;
			heard = null;
			await keepHead(config, workerId, head).catch((err: unknown) => log.error({ event: "head_not_kept", err }));
		}
		writing = null;
	};
	const look = async () => {
		const connection = connections;
		const isFine = !(await isDatabaseDoubted(system, workerId));
		if (connection === connections) isTrusted = isFine;
		if (isFine) await advanceHead(system, workerId);
	};
	const stopListening = listen({
		databaseUrl: config.databaseUrl.reveal(),
		channel: HEADS_CHANNEL,
		name: "cauri-heads",
		log,
		...options,
		onLost() {
			connections += 1;
			isTrusted = false;
		},
		onListening() {
			// Behind a new connection may be another database: it is looked at before a word of it is believed.
			look().catch((err: unknown) => log.error({ event: "head_not_read", err }));
		},
		onNotice(payload) {
			const told = isTrusted ? readTold(payload) : null;
			if (!told || (heard && BigInt(heard.entry) >= BigInt(told.entry))) return;
			heard = told;
			// guard: what-is-heard-is-kept
			writing ??= write();
		},
	});
	return {
		look,
		async stop() {
			await stopListening();
			await writing;
		},
	};
}

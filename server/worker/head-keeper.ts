/**
 * Stores the newest announced head of the audit log on this machine's disk. If the database fails over to a standby that lacks the newest
 * entries, this machine notices. Ignores the heads of a suspect database.
 */
import type { SystemContext } from "#server/context.ts";
import { reportToMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import { advanceHead, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { HEADS_CHANNEL, readAnnouncedHead } from "#server/store/audit-log.ts";
import { type Head, keepHead } from "#server/store/head-file.ts";
import { type ListenOptions, listen } from "#server/store/listen.ts";

export interface HeadKeeper {
	/** Checks for a mismatch, and advances the head when there is none. Then reports to a stored mismatch (`reportToMismatch`). */
	checkHead(): Promise<void>;
	/** Resolves when the last received head is on disk. */
	stop(): Promise<void>;
}

export function keepReceivedHeads(
	system: SystemContext,
	workerId: string,
	times: Pick<ListenOptions, "firstRetryMs" | "probeMs"> = {},
): HeadKeeper {
	const { config, log } = system;
	let isTrusted = false;
	/** Counts connections: a check made on an earlier connection does not make this one trusted. */
	let connections = 0;
	let received: Head | null = null;
	let writing: Promise<void> | null = null;

	/** Writes one head at a time, always the newest: any number of notifications during a write costs one more write. */
	const write = async () => {
		while (received) {
			const head = received;
			received = null;
			await keepHead(config, workerId, head).catch((err: unknown) => log.error({ event: "head_not_kept", err }));
		}
		writing = null;
	};
	const checkHead = async () => {
		const connection = connections;
		const isFine = !(await stopIfDatabaseSuspect({ system, workerId }));
		if (connection === connections) isTrusted = isFine;
		if (isFine) await advanceHead(system, workerId);
		await reportToMismatch(system, workerId);
	};
	const stopListening = listen({
		databaseUrl: config.directUrl.reveal(),
		channel: HEADS_CHANNEL,
		name: "cauri-heads",
		log,
		...times,
		onLost() {
			connections += 1;
			isTrusted = false;
		},
		onListening() {
			// A new connection may lead to another database, so it is checked before it is trusted.
			checkHead().catch((err: unknown) => log.error({ event: "head_not_read", err }));
		},
		onNotice(payload) {
			const announced = isTrusted ? readAnnouncedHead(payload) : null;
			if (!announced || (received && BigInt(received.entry) >= BigInt(announced.entry))) return;
			received = announced;
			// guard: received-head-is-kept
			writing ??= write();
		},
	});
	return {
		checkHead,
		async stop() {
			await stopListening();
			await writing;
		},
	};
}

import { Gauge, Registry } from "prom-client";
import type { SystemContext } from "#server/context.ts";
import { type Figures, readFigures } from "#server/worker/read-figures.ts";

type System = Pick<SystemContext, "database" | "config" | "service">;

const SINGLE: Record<string, readonly [help: string, of: (figures: Figures) => number | null]> = {
	cauri_jobs_due: ["Jobs whose time has come.", ({ jobs }) => jobs.due],
	cauri_job_oldest_seconds: ["Seconds that the oldest has waited for a worker.", ({ jobs }) => jobs.oldestSeconds],
	cauri_jobs_failed: ["Jobs that failed for good and are kept until they are cleaned away.", ({ jobs }) => jobs.failed],
	cauri_payouts_waiting: ["Approved payouts that have not left.", ({ payouts }) => payouts.waiting],
	cauri_payout_oldest_seconds: [
		"Seconds since the oldest of them could have left.",
		({ payouts }) => payouts.oldestSeconds,
	],
	cauri_payouts_to_new_numbers: ["Payouts of the last day to numbers never paid before.", (f) => f.toNewNumbers],
	cauri_backup_age_seconds: ["Age of the last verified backup; absent without one.", (f) => f.backupSeconds],
	cauri_audit_check_age_seconds: ["Age of the last audit check; absent before the first.", (f) => f.auditCheckSeconds],
	cauri_audit_whole: ["0 when the last check found an entry changed, removed or moved.", (f) => Number(f.auditIsWhole)],
	cauri_audit_unsealed: ["Entries of the audit log without a signature.", ({ unsealed }) => unsealed],
	cauri_workers: ["Workers seen in the last 20 s.", ({ workers }) => workers],
	cauri_replication_lag_seconds: ["Lag of the slowest standby; absent without one.", (f) => f.replicationLagSeconds],
};

/** Returns metrics in Prometheus's text format. Without a database it returns only `cauri_database_up` and `cauri_service_resting`. */
export async function workerMetrics(system: System): Promise<{ text: string; contentType: string }> {
	const registry = new Registry();
	const figures = await readFigures(system).catch(() => null);
	gauge(registry, "cauri_database_up", "1 when the worker's database answers.").set(figures ? 1 : 0);
	const resting = "1 while this worker's circuit to the service is open: several reads in a row failed.";
	gauge(registry, "cauri_service_resting", resting).set(system.service.isCircuitOpen() ? 1 : 0);
	if (figures) {
		for (const [name, [help, of]] of Object.entries(SINGLE)) {
			const value = of(figures);
			if (value !== null) gauge(registry, name, help).set(value);
		}
		addLabelled(registry, figures, system.config.payoutLanes);
	}
	return { text: await registry.metrics(), contentType: registry.contentType };
}

function addLabelled(registry: Registry, { inDoubt, wallets, stops, replication }: Figures, lanes: number): void {
	const doubts = gauge(registry, "cauri_payments_in_doubt", "Payments that may have moved money.", ["state"]);
	for (const { state, count } of inDoubt) doubts.set({ state }, count);
	const ages = gauge(registry, "cauri_wallet_reading_age_seconds", "Seconds since the last answer of the service.", [
		"currency",
		"of",
	]);
	const used = gauge(registry, "cauri_lanes_used", "Payouts of a wallet on the wire.", ["currency"]);
	const all = gauge(registry, "cauri_lanes", "Payouts of a wallet that may be on the wire at once.", ["currency"]);
	for (const wallet of wallets) {
		const { currency } = wallet;
		if (wallet.balanceSeconds !== null) ages.set({ currency, of: "balance" }, wallet.balanceSeconds);
		if (wallet.movementsSeconds !== null) ages.set({ currency, of: "movements" }, wallet.movementsSeconds);
		used.set({ currency }, wallet.lanesUsed);
		all.set({ currency }, lanes);
	}
	const stopGauge = gauge(registry, "cauri_sending_stopped", "Why payouts do not leave, by reason and wallet.", [
		"reason",
		"currency",
	]);
	for (const stop of stops) stopGauge.set({ ...stop }, 1);
	gauge(registry, "cauri_replication", "1 for the kind of replication.", ["kind"]).set({ kind: replication }, 1);
}

function gauge<Label extends string>(registry: Registry, name: string, help: string, labelNames: Label[] = []) {
	return new Gauge<Label>({ registers: [registry], name, help, labelNames });
}

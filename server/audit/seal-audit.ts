/** Signs the chain of the audit log up to its newest entry, so that nobody can rewrite its entries unnoticed. */
import { checkAudit } from "#server/audit/read-audit-check.ts";
import { readChain } from "#server/audit/read-chain.ts";
import type { SystemContext } from "#server/context.ts";
import { type AuditSeal, FIRST_HASH, isSealed, linkFault } from "#server/store/audit-chain.ts";
import type { AuditKey } from "#server/store/audit-key.ts";
import type { Database } from "#server/store/database.ts";

/** Id of the newest entry that is signed, and the entry at which the chain is broken: nothing is signed from there on. */
export interface Sealing {
	sealed: string;
	brokenAt: string | null;
}

/** Signs the newest entry of the intact chain. Other workers may sign at the same time: an entry is signed once. */
export async function sealAudit({ database, clock }: SystemContext, key: AuditKey): Promise<Sealing> {
	const last = await readLastSeal(database);
	if (last && !isSealed(last, last.hash)) return { sealed: "0", brokenAt: last.entry };
	let end = { entry: last?.entry ?? "0", hash: last?.hash ?? FIRST_HASH };
	const begun = end;
	let brokenAt: string | null = null;
	reading: for await (const steps of readChain(database, end.entry)) {
		for (const { link } of steps) {
			if (linkFault(end.hash, link)) {
				brokenAt = link.entry;
				break reading;
			}
			end = { entry: link.entry, hash: link.hash };
		}
	}
	const at = clock.now();
	if (end !== begun)
		await database
			.insertInto("audit_seal")
			.values({ ...key.seal(end, at), at })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	return { sealed: end.entry, brokenAt };
}

async function readLastSeal(database: Database): Promise<AuditSeal | null> {
	const row = await database.selectFrom("audit_seal").selectAll().orderBy("entry", "desc").limit(1).executeTakeFirst();
	return row ? { ...row, at: row.at.toISOString() } : null;
}

/** Returns the function that the worker repeats. When the chain breaks, it checks the whole log once; people see that result. */
export function auditSealer(system: SystemContext, key: AuditKey): () => Promise<void> {
	let reported: string | null = null;
	return async () => {
		const { brokenAt } = await sealAudit(system, key);
		if (brokenAt === reported) return;
		reported = brokenAt;
		if (brokenAt === null) return;
		system.log.error({ event: "audit_not_signed", cause: "broken" });
		await checkAudit(system);
	};
}

import { type AuditCheck, auditCheckSchema } from "#lib/contracts/audit.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { type ChainCheck, verifyAudit } from "#server/audit/verify-audit.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { readHead } from "#server/store/head-file.ts";

/** Returns the result of the worker's last verification; null before the first. */
export async function readAuditCheck(context: Context): Promise<AuditCheck | null> {
	requirePermission(context, "audit.read");
	const row = await context.database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", AUDIT_CHECK)
		.executeTakeFirst();
	return auditCheckSchema.safeParse(row?.value).data ?? null;
}

const AUDIT_CHECK = "audit_check";

/** Verifies the whole audit log and stores the result for people. */
export async function checkAudit({ database, config, clock, log }: SystemContext): Promise<AuditCheck> {
	const known = await readHead(config);
	const check = told(await verifyAudit(database, known), clock.now());
	if (check.fault !== null) log.error({ event: "audit_not_whole", cause: check.fault });
	const row = { value: JSON.stringify(check), changed_at: clock.now(), changed_by: null };
	await database
		.insertInto("setting")
		.values({ name: AUDIT_CHECK, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
	return check;
}

function told({ entries, bad, missed }: ChainCheck, at: Date): AuditCheck {
	const fault = bad?.fault ?? missed?.fault ?? null;
	return { at: at.toISOString(), entries, fault, entry: bad?.id ?? missed?.known.entry ?? null };
}

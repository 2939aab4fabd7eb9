import { type AuditCheck, auditCheckSchema } from "#lib/contracts/audit.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { type ChainCheck, verifyAudit } from "#server/audit/verify-audit.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { readHead } from "#server/store/head-file.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";

/** Returns the result of the worker's last verification; null before the first. */
export async function readAuditCheck(context: Context): Promise<AuditCheck | null> {
	requirePermission(context, "audit.read");
	return readSetting(context.database, AUDIT_CHECK, auditCheckSchema.nullable(), null);
}

const AUDIT_CHECK = "audit_check";

export async function checkAudit({ database, config, clock, log }: SystemContext): Promise<AuditCheck> {
	const known = await readHead(config);
	const check = toAuditCheck(await verifyAudit(database, known), clock.now());
	if (check.fault !== null) log.error({ event: "audit_not_whole", cause: check.fault });
	await writeSetting(database, AUDIT_CHECK, check, { at: clock.now(), by: null });
	return check;
}

function toAuditCheck({ entries, bad, missed }: ChainCheck, at: Date): AuditCheck {
	const fault = bad?.fault ?? missed?.fault ?? null;
	return { at: at.toISOString(), entries, fault, entry: bad?.id ?? missed?.known.entry ?? null };
}

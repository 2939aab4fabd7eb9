import { type AuditCheck, auditCheckSchema } from "#lib/contracts/audit.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { AUDIT_CHECK } from "#server/audit/check-audit.ts";
import type { Context } from "#server/context.ts";

/** Result of the last verification by the worker; null before the first. */
export async function readAuditCheck(context: Context): Promise<AuditCheck | null> {
	requirePermission(context, "audit.read");
	const row = await context.database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", AUDIT_CHECK)
		.executeTakeFirst();
	return auditCheckSchema.safeParse(row?.value).data ?? null;
}

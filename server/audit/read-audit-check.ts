import { type AuditCheck, auditCheckSchema } from "#lib/contracts/audit.ts";
import { demand } from "#server/access/permissions.ts";
import { AUDIT_CHECK } from "#server/audit/check-audit.ts";
import type { Context } from "#server/context.ts";

/** The worker's last look at the whole record; null when there was none yet. */
export async function readAuditCheck(context: Context): Promise<AuditCheck | null> {
	demand(context, "audit.read");
	const row = await context.database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", AUDIT_CHECK)
		.executeTakeFirst();
	return auditCheckSchema.safeParse(row?.value).data ?? null;
}

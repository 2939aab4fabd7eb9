"use client";
import { useSearchParams } from "next/navigation";
import { readAuditQuery } from "#components/audit/audit-query.ts";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { AUDIT_EXPORT_PATH } from "#lib/queries/audit.ts";
import { withoutPages } from "#lib/view-address.ts";

/** The record that stands below, as a file. */
export function AuditExport() {
	const query = readAuditQuery(new URLSearchParams(useSearchParams()));
	return <ExportMenu path={AUDIT_EXPORT_PATH} query={withoutPages(query)} />;
}

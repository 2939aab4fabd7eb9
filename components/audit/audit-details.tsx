"use client";
import { Fragment, type ReactNode } from "react";
import { type AuditDetail, auditDetails } from "#lib/audit-details.ts";
import { detailText, type FactReader } from "#lib/audit-fact.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

interface AuditDetailsProps {
	entry: AuditEntry;
	reader: FactReader;
}

export function AuditDetails({ entry, reader }: AuditDetailsProps) {
	const listed = auditDetails(entry);
	if (listed.length === 0) return null;
	return (
		<span className="wrap-anywhere block text-ink-2 text-xs">
			{listed.map((detail, place) => (
				<Fragment key={detail.kind === "fact" ? detail.key : detail.kind}>
					{place > 0 ? " · " : null}
					<DetailText {...{ detail, entry, reader }} />
				</Fragment>
			))}
		</span>
	);
}

/** A code that has no text or name is shown as it was recorded. */
function DetailText({ detail, entry, reader }: AuditDetailsProps & { detail: AuditDetail }): ReactNode {
	const { label, text } = detailText(detail, entry.details, reader);
	if (detail.kind === "money") return <span className="num">{text}</span>;
	if (detail.kind === "cause") return text?.replace(/\.$/, "");
	return (
		<>
			{label ? `${label} ` : null}
			{text ?? <span className="code inline-block max-w-full whitespace-normal">{detail.value}</span>}
		</>
	);
}

"use client";
import { Fragment } from "react";
import { auditFacts, type FactReader } from "#lib/audit-facts.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

/** A code that has no text or name is shown as it was recorded. */
export function AuditDetails({ entry, reader }: { entry: AuditEntry; reader: FactReader }) {
	const facts = auditFacts(entry, reader);
	if (facts.length === 0) return null;
	return (
		<span className="wrap-anywhere block text-ink-2 text-xs">
			{facts.map(({ key, value, label, text }, place) => (
				<Fragment key={key}>
					{place > 0 ? " · " : null}
					{label ? `${label} ` : null}
					{text === null ? (
						<span className="code inline-block max-w-full whitespace-normal">{value}</span>
					) : (
						<span className={key === "money" ? "num" : undefined}>{text}</span>
					)}
				</Fragment>
			))}
		</span>
	);
}

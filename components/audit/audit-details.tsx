"use client";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { AuditValue, type Named } from "#components/audit/audit-value.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import { type AuditDetail, auditDetails, isPlainDetail } from "#lib/audit-details.ts";
import { type FactTexts, factLabel } from "#lib/audit-fact.ts";
import { causeMessage } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

interface AuditDetailsProps {
	entry: AuditEntry;
	members: readonly Named[];
}

export function AuditDetails({ entry, members }: AuditDetailsProps) {
	const listed = auditDetails(entry);
	if (listed.length === 0) return null;
	return (
		<span className="wrap-anywhere block text-ink-2 text-xs">
			{listed.map((detail, place) => (
				<Fragment key={detail.kind === "fact" ? detail.key : detail.kind}>
					{place > 0 ? " · " : null}
					<DetailText detail={detail} details={entry.details} members={members} />
				</Fragment>
			))}
		</span>
	);
}

interface DetailTextProps extends Pick<AuditDetailsProps, "members"> {
	detail: AuditDetail;
	details: AuditEntry["details"];
}

function DetailText({ detail, ...known }: DetailTextProps): ReactNode {
	const texts = useTranslations() as FactTexts;
	const roles = useTranslations("roles");
	const causes = useTranslations("causes");
	const locale = useLocale();
	const role = (name: string) => (roles.has(name) ? roles(name) : name);
	switch (detail.kind) {
		case "money":
			return <span className="num">{moneyText(detail.amount, detail.currency, locale)}</span>;
		case "cause": {
			const { key, status } = causeMessage(detail.cause);
			return causes(key, { status });
		}
		case "change":
			return `${role(detail.from)} → ${role(detail.to)}`;
		case "fact": {
			if (isPlainDetail(detail.key)) return detail.key === "role" ? role(detail.value) : detail.value;
			return (
				<>
					{factLabel(detail.key, texts)} <AuditValue fact={detail.key} value={detail.value} {...known} texts={texts} />
				</>
			);
		}
	}
}

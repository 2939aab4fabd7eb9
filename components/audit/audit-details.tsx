"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { moneyText } from "#lib/amounts/money-text.ts";
import { type AuditDetail, auditDetails, isCodedDetail, isPlainDetail } from "#lib/audit-details.ts";
import { causeMessage } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { operatorLabel } from "#lib/operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

/** The facts of an entry in one line. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
	const listed = auditDetails(entry);
	if (listed.length === 0) return null;
	return (
		<span className="wrap-anywhere block text-ink-2 text-xs">
			{listed.map((detail, place) => (
				<Fragment key={detail.kind === "fact" ? detail.key : detail.kind}>
					{place > 0 ? " · " : null}
					<DetailText detail={detail} />
				</Fragment>
			))}
		</span>
	);
}

function DetailText({ detail }: { detail: AuditDetail }): ReactNode {
	const t = useTranslations("audit.details");
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
			const label = t.has(detail.key) ? t(detail.key) : detail.key;
			const named = `values.${detail.key}.${detail.value}`;
			if (isCodedDetail(detail.key) && t.has(named)) return `${label} ${t(named)}`;
			return (
				<>
					{label} {detail.key === "operator" ? <OperatorText code={detail.value} /> : <Code>{detail.value}</Code>}
				</>
			);
		}
	}
}

/** A code without an operator here is shown as it was recorded. */
function OperatorText({ code }: { code: string }) {
	const operator = useQuery(operatorQueries.list()).data?.items.find((one) => one.code === code);
	return operator ? operatorLabel(operator) : <Code>{code}</Code>;
}

function Code({ children }: { children: string }) {
	return <span className="code whitespace-normal">{children}</span>;
}

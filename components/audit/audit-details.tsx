"use client";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { type AuditFact, auditFacts, isPlainFact } from "#lib/audit-facts.ts";
import { causeWords } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { moneyText } from "#lib/money-text.ts";

/** The entry's facts in one line, in words where there are words. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
	const facts = auditFacts(entry);
	if (facts.length === 0) return null;
	return (
		<span className="wrap-anywhere block text-ink-2 text-xs">
			{facts.map((fact, place) => (
				<Fragment key={fact.kind === "fact" ? fact.key : fact.kind}>
					{place > 0 ? " · " : null}
					<Fact fact={fact} />
				</Fragment>
			))}
		</span>
	);
}

function Fact({ fact }: { fact: AuditFact }): ReactNode {
	const t = useTranslations("audit.details");
	const roles = useTranslations("roles");
	const causes = useTranslations("causes");
	const locale = useLocale();
	const role = (name: string) => (roles.has(name) ? roles(name) : name);
	switch (fact.kind) {
		case "money":
			return <span className="num">{moneyText(fact.amount, fact.currency, locale)}</span>;
		case "cause": {
			const { key, status } = causeWords(fact.cause);
			return causes(key, { status });
		}
		case "change":
			return `${role(fact.from)} → ${role(fact.to)}`;
		case "fact": {
			const value = fact.key === "role" ? role(fact.value) : fact.value;
			if (isPlainFact(fact.key)) return value;
			const label = t.has(fact.key) ? t(fact.key) : fact.key;
			return (
				<>
					{label} <span className="code whitespace-normal">{value}</span>
				</>
			);
		}
	}
}

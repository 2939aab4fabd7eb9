"use client";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useFactReader } from "#components/audit/use-fact-reader.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { auditFacts, type FactReader } from "#lib/audit-facts.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import type { Person } from "#lib/contracts/common-fields.ts";

interface AuditTableProps {
	items: readonly AuditEntry[];
	members: readonly Person[];
}

export function AuditTable({ items, members }: AuditTableProps) {
	const t = useTranslations("audit");
	const reader = useFactReader(members);
	const whoOf = ({ memberName }: AuditEntry) => memberName ?? t("itself");
	return (
		<DataTable
			data-wide
			caption={t("caption")}
			rows={items}
			keyOf={({ id }) => id}
			columns={[
				{
					head: t("when"),
					headClassName: "w-24 sm:w-40",
					className: "num align-top text-ink-2 max-sm:w-24 max-sm:whitespace-normal",
					of: ({ at }) => <Time at={at} as="moment" />,
				},
				{
					head: t("who"),
					wide: true,
					headClassName: "w-32 lg:w-48",
					className: "align-top",
					of: (entry) => <span className={entry.memberName ? undefined : "text-ink-2"}>{whoOf(entry)}</span>,
				},
				{
					head: t("what"),
					className: "align-top",
					of: (entry) => (
						<>
							<ActionTitle entry={entry} />
							<span className="block text-ink-2 text-xs sm:hidden">{whoOf(entry)}</span>
							<AuditDetails entry={entry} reader={reader} />
							<Origin entry={entry} className="lg:hidden" />
						</>
					),
				},
				{
					head: t("origin"),
					headClassName: "max-lg:hidden",
					className: "whitespace-nowrap align-top max-lg:hidden",
					of: (entry) => <Origin entry={entry} />,
				},
			]}
		/>
	);
}

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
						<span className={key === "money" ? "num" : undefined}>
							{key === "cause" ? text.replace(/\.$/, "") : text}
						</span>
					)}
				</Fragment>
			))}
		</span>
	);
}

function Origin({ entry: { address, device }, className }: { entry: AuditEntry; className?: string }) {
	const t = useTranslations("audit");
	if (address === null && device === null) return null;
	return (
		<span className={cx("wrap-anywhere block text-ink-2 text-xs", className)}>
			{address ? (
				<span className="num">
					<span className="sr-only">{t("address")} </span>
					{address}
				</span>
			) : null}
			{address && device ? " · " : null}
			{device}
		</span>
	);
}

function ActionTitle({ entry }: { entry: AuditEntry }) {
	const t = useTranslations("audit");
	const key = `actions.${entry.action}`;
	const shown = t.has(key) ? t(key) : entry.action;
	const path = subjectPath(entry);
	const { kind } = entry.details;
	const noun = entry.subjectKind === "payment" && (kind === "deposit" || kind === "payout") ? t(`kinds.${kind}`) : null;
	return (
		<span className="font-[520]">
			{noun ? <span className="text-ink-2">{noun} · </span> : null}
			{path ? (
				<DeskLink href={path} className="link">
					{shown}
				</DeskLink>
			) : (
				shown
			)}
		</span>
	);
}

export function subjectPath({ subjectKind, subjectId, details }: AuditEntry): string | null {
	if (!subjectId) return null;
	const id = encodeURIComponent(subjectId);
	if (subjectKind === "payment") return details.kind === "deposit" ? `/deposits/${id}` : `/payouts/${id}`;
	if (subjectKind === "transaction") return `/transactions/${id}`;
	if (subjectKind === "wallet") return `/movements?currency=${id}`;
	return null;
}

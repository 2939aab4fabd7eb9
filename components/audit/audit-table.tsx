"use client";
import { useTranslations } from "next-intl";
import { AuditDetails } from "#components/audit/audit-details.tsx";
import { type Named, useFactReader } from "#components/audit/use-fact-reader.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { FactReader } from "#lib/audit-fact.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

interface AuditTableProps {
	items: readonly AuditEntry[];
	members: readonly Named[];
}

export function AuditTable({ items, members }: AuditTableProps) {
	const t = useTranslations("audit");
	const reader = useFactReader(members);
	return (
		<Table caption={t("caption")} data-wide>
			<Heads
				of={[
					[t("when"), { className: "w-24 sm:w-40" }],
					[t("who"), { wide: true, className: "w-32 lg:w-48" }],
					[t("what")],
					[t("origin"), { className: "max-lg:hidden" }],
				]}
			/>
			<tbody>
				{items.map((entry) => (
					<AuditRow key={entry.id} entry={entry} reader={reader} />
				))}
			</tbody>
		</Table>
	);
}

function AuditRow({ entry, reader }: { entry: AuditEntry; reader: FactReader }) {
	const t = useTranslations("audit");
	const who = entry.memberName ?? t("itself");
	return (
		<tr>
			<BodyCell className="num align-top text-ink-2 max-sm:w-24 max-sm:whitespace-normal">
				<Time at={entry.at} as="moment" />
			</BodyCell>
			<BodyCell wide className="align-top">
				{entry.memberName ? who : <span className="text-ink-2">{who}</span>}
			</BodyCell>
			<BodyCell className="align-top">
				<ActionTitle entry={entry} />
				<span className="block text-ink-2 text-xs sm:hidden">{who}</span>
				<AuditDetails entry={entry} reader={reader} />
				<Origin entry={entry} className="lg:hidden" />
			</BodyCell>
			<BodyCell className="whitespace-nowrap align-top max-lg:hidden">
				<Origin entry={entry} />
			</BodyCell>
		</tr>
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

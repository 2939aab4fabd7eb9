"use client";
import { useLocale, useTranslations } from "next-intl";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { SeenValue } from "#lib/contracts/service-record.ts";
import { formatCount } from "#lib/text/counts.ts";

interface SeenTableProps {
	title: string;
	lead: string;
	/** `label` precedes a value that is unclear on its own; `text` replaces the raw value. */
	rows: readonly (SeenValue & { label?: string; text?: string })[];
}

export function SeenTable({ title, lead, rows }: SeenTableProps) {
	const t = useTranslations("serviceRecord");
	const locale = useLocale();
	return (
		<section aria-label={title}>
			<SectionTitle className="mb-1!">{title}</SectionTitle>
			<p className="mb-2 max-w-[68ch] text-ink-2 text-xs">{lead}</p>
			{rows.length === 0 ? (
				<p className="text-ink-2 text-sm">{t("none")}</p>
			) : (
				<DataTable
					caption={title}
					rows={rows}
					keyOf={({ label = "", endpoint, word }) => `${label} ${endpoint} ${word}`}
					columns={[
						{ head: t("what"), className: "min-w-0", of: (row) => <Value row={row} /> },
						{ head: t("where"), wide: true, of: ({ endpoint }) => t(`endpoints.${endpoint}`) },
						{ head: t("count"), numeric: true, of: ({ count }) => formatCount(count, locale) },
						{ head: t("first"), wide: true, of: ({ firstAt }) => <Time at={firstAt} as="momentShort" /> },
						{ head: t("last"), of: ({ lastAt }) => <Time at={lastAt} as="momentShort" /> },
					]}
				/>
			)}
		</section>
	);
}

function Value({ row }: { row: SeenTableProps["rows"][number] }) {
	const t = useTranslations("serviceRecord");
	return (
		<>
			{row.label ? <span className="block text-ink-2 text-xs">{row.label}</span> : null}
			<span className="block text-ink-2 text-xs sm:hidden">{t(`endpoints.${row.endpoint}`)}</span>
			<span className={row.text ? undefined : "code wrap-anywhere"}>
				{row.text ?? (row.word === "*" ? t("others") : row.word)}
			</span>
			<Example text={row.example} />
		</>
	);
}

/** Collapsed, because people read examples rarely. */
export function Example({ text }: { text: string | null }) {
	const t = useTranslations("serviceRecord");
	if (text === null) return null;
	return (
		<details className="text-xs">
			<summary className="cursor-pointer py-1 text-ink-2">{t("example")}</summary>
			<code className="code wrap-anywhere block max-w-[60ch]">{text}</code>
		</details>
	);
}

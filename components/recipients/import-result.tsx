"use client";
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import type { ImportAnswer, ImportRow } from "#lib/contracts/recipient.ts";

const SHOWN_FAULTS = 100;

export function ImportResult({ answer, rows }: { answer: ImportAnswer; rows: readonly ImportRow[] }) {
	const t = useTranslations("recipients");
	const shared = useTranslations("batches.details");
	const { added, updated, kept, faults } = answer;
	const more = faults.length - SHOWN_FAULTS;
	return (
		<>
			<Notice tone={faults.length > 0 ? "warning" : "positive"} urgent>
				{t("imported", { added, updated, kept, faults: new Set(faults.map(({ n }) => n)).size })}
			</Notice>
			{faults.length > 0 ? (
				<Table caption={t("faultsTitle")}>
					<Heads
						of={[
							[t("row"), { numeric: true, className: "static! w-14" }],
							[t("column.name"), { className: "static!" }],
							[t("fault"), { className: "static!" }],
						]}
					/>
					<tbody>
						{faults.slice(0, SHOWN_FAULTS).map(({ n, field, code }) => (
							<tr key={`${n} ${field}`}>
								<BodyCell numeric>{n}</BodyCell>
								<BodyCell className="wrap-anywhere whitespace-normal">
									{rows[n - 1]?.name}
									<span className="num block text-ink-2 text-xs">{rows[n - 1]?.number}</span>
								</BodyCell>
								<BodyCell className="whitespace-normal text-danger">
									{t("faultOf", { field: t(`column.${field}` as never), fault: t(`faults.${code}` as never) })}
								</BodyCell>
							</tr>
						))}
					</tbody>
				</Table>
			) : null}
			{more > 0 ? <p className="text-ink-2 text-sm">{shared("moreRows", { count: more })}</p> : null}
		</>
	);
}

"use client";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Example } from "#components/settings/service/seen-table.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ServiceRecord } from "#lib/contracts/service-record.ts";
import { formatCount } from "#lib/text/counts.ts";

type Status = ServiceRecord["statuses"][number];

const FinalFailureDialog = dynamic(() =>
	import("#components/settings/service/final-failure-dialog.tsx").then((part) => part.FinalFailureDialog),
);

const LOOK = {
	known: { tone: "positive", icon: "check" },
	listed: { tone: "danger", icon: "circle-x" },
	unrecognised: { tone: "warning", icon: "circle-question-mark" },
} as const;

/** Lists the statuses that the service has sent. Admins can mark an unrecognised one as a final failure; Cauri never guesses. */
export function StatusTable({ statuses }: { statuses: readonly Status[] }) {
	const t = useTranslations("serviceRecord");
	const locale = useLocale();
	const [asked, setAsked] = useState<Status | null>(null);
	return (
		<section aria-label={t("statuses")}>
			<SectionTitle className="mb-1!">{t("statuses")}</SectionTitle>
			<p className="mb-2 max-w-[68ch] text-ink-2 text-xs">{t("statusesLead")}</p>
			{statuses.length === 0 ? (
				<p className="text-ink-2 text-sm">{t("none")}</p>
			) : (
				<DataTable
					caption={t("statuses")}
					rows={statuses}
					keyOf={({ word }) => word}
					columns={[
						{
							head: t("word"),
							of: ({ word, example }) => (
								<>
									<span className="code wrap-anywhere">{word === "*" ? t("others") : word}</span>
									<Example text={example} />
								</>
							),
						},
						{
							head: t("meaning"),
							of: ({ meaning }) => (
								<Badge plain {...LOOK[meaning]}>
									{t(`meanings.${meaning}`)}
								</Badge>
							),
						},
						{ head: t("count"), numeric: true, wide: true, of: ({ count }) => formatCount(count, locale) },
						{ head: t("first"), wide: true, of: ({ firstAt }) => <Time at={firstAt} as="momentShort" /> },
						{ head: t("last"), wide: true, of: ({ lastAt }) => <Time at={lastAt} as="momentShort" /> },
						{
							head: t("actions"),
							isHeadHidden: true,
							className: "text-right",
							of: (status) =>
								status.meaning !== "known" && status.word !== "*" ? (
									<Button size="sm" onClick={() => setAsked(status)} aria-label={t("changeOf", { word: status.word })}>
										{t("change")}
									</Button>
								) : null,
						},
					]}
				/>
			)}
			{asked ? (
				<FinalFailureDialog status={asked.word} isListed={asked.meaning === "listed"} onClose={() => setAsked(null)} />
			) : null}
		</section>
	);
}

"use client";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Example } from "#components/settings/service/seen-table.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
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

/** Lists the statuses that the service has sent. Admins define the meaning of unknown ones; Cauri never guesses it. */
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
				<Table caption={t("statuses")}>
					<Heads
						of={[
							[t("word")],
							[t("meaning")],
							[t("count"), { numeric: true, wide: true }],
							[t("first"), { wide: true }],
							[t("last"), { wide: true }],
							[t("actions"), { isHidden: true }],
						]}
					/>
					<tbody>
						{statuses.map((status) => (
							<tr key={status.word}>
								<BodyCell>
									<span className="code wrap-anywhere">{status.word === "*" ? t("others") : status.word}</span>
									<Example text={status.example} />
								</BodyCell>
								<BodyCell>
									<Badge plain {...LOOK[status.meaning]}>
										{t(`meanings.${status.meaning}`)}
									</Badge>
								</BodyCell>
								<BodyCell numeric wide>
									{formatCount(status.count, locale)}
								</BodyCell>
								<BodyCell wide>
									<Time at={status.firstAt} as="momentShort" />
								</BodyCell>
								<BodyCell wide>
									<Time at={status.lastAt} as="momentShort" />
								</BodyCell>
								<BodyCell className="text-right">
									{status.meaning !== "known" && status.word !== "*" ? (
										<Button
											size="sm"
											onClick={() => setAsked(status)}
											aria-label={t("changeOf", { word: status.word })}
										>
											{t("change")}
										</Button>
									) : null}
								</BodyCell>
							</tr>
						))}
					</tbody>
				</Table>
			)}
			{asked ? (
				<FinalFailureDialog status={asked.word} isListed={asked.meaning === "listed"} onClose={() => setAsked(null)} />
			) : null}
		</section>
	);
}

import { useLocale, useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

/** What a reader must know before anything else: why it stands still, what is in doubt, what is missing. */
export function BatchNotices({ batch }: { batch: Batch }) {
	const t = useTranslations("batches.notice");
	const locale = useLocale();
	const { counts, paused } = batch;
	const inDoubt = (counts.unknown ?? 0) + (counts.needs_review ?? 0) + (counts.may_have_left ?? 0);
	const missing = batch.outlook.filter(({ rest }) => rest.startsWith("-"));
	return (
		<div className="grid gap-3 not-empty:mb-5">
			{paused ? (
				<Notice tone="danger" title={t(paused.by ? "pausedTitle" : "failedTitle")}>
					{paused.by ? t("paused", { name: paused.by }) : t("failed")}
				</Notice>
			) : null}
			{inDoubt > 0 ? (
				<Notice tone="danger" title={t("doubtTitle", { count: inDoubt })}>
					{t("doubt")}{" "}
					<DeskLink href={`/batches/${batch.id}?state=unknown`} className="underline underline-offset-3">
						{t("doubtShow")}
					</DeskLink>
				</Notice>
			) : null}
			{missing.map(({ currency, rest }) => (
				<Notice
					key={currency}
					tone="warning"
					title={t("missingTitle", { amount: moneyText(positive(rest), currency, locale) })}
				>
					{t("missing")}
				</Notice>
			))}
			{batch.state === "draft" && batch.faultCount > 0 ? (
				<Notice tone="warning" title={t("faultyTitle", { count: batch.faultCount })}>
					{t("faulty")}
				</Notice>
			) : null}
		</div>
	);
}

function positive(decimal: string): string {
	return toDecimal(-minorOf(decimal));
}

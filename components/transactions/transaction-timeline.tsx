import { useTranslations } from "next-intl";
import { TransactionStatus } from "#components/transactions/transaction-status.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Timeline, TimelineItem, type TimelineTone } from "#components/ui/page/timeline.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Transaction } from "#lib/contracts/transaction.ts";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";

/** The service's own history, oldest first; unknown words stay unchanged. */
export function TransactionTimeline({ history }: { history: Transaction["history"] }) {
	const t = useTranslations("transactions");
	const reasons = useTranslations("reasons");
	const whyOf = (status: string) => {
		const reason = knownFailureReason(status);
		return reason === null ? null : reasons(reason);
	};
	const steps = history.map((entry, place) => ({ ...entry, key: `${entry.timestamp} ${entry.status} ${place}` }));
	return (
		<section aria-labelledby="history">
			<SectionTitle id="history">{t("timeline")}</SectionTitle>
			{steps.length === 0 ? <p className="text-ink-2">{t("timelineNone")}</p> : null}
			<Timeline label={t("timeline")}>
				{steps.map(({ key, status, meaning, source, timestamp }) => (
					<TimelineItem
						key={key}
						tone={TONES[meaning]}
						title={<TransactionStatus plain status={status} meaning={meaning} why={whyOf(status)} />}
					>
						{timestamp === null ? t("timeUnreadable") : <Time at={timestamp} as="exact" />}
						{" · "}
						<bdi className="break-all">
							{t("source", { source: source === "operator" ? t("sourceOperator") : source })}
						</bdi>
					</TimelineItem>
				))}
			</Timeline>
		</section>
	);
}

const TONES: Record<StatusMeaning, TimelineTone> = {
	success: "positive",
	pending: "warning",
	failed: "danger",
	unrecognised: "next",
};

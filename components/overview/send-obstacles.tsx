"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ShownObstacle } from "#lib/contracts/send-obstacle.ts";
import { sendObstacleQueries } from "#lib/queries/send-obstacles.ts";

interface SendObstaclesProps {
	maySeeSettings: boolean;
	mayApprove: boolean;
}

export function SendObstacles(rights: SendObstaclesProps) {
	const t = useTranslations("obstacles");
	const query = useQuery(sendObstacleQueries.now());
	const items = query.data?.items;
	return (
		<>
			<ReadFault query={query} />
			{items?.length === 0 ? <EmptyState title={t("none")}>{t("noneHint")}</EmptyState> : null}
			<ul className="grid gap-3">
				{items?.map((obstacle) => (
					<li key={`${obstacle.kind} ${obstacle.currency}`}>
						<Obstacle obstacle={obstacle} place={placeOf(obstacle, rights)} />
					</li>
				))}
			</ul>
		</>
	);
}

function Obstacle({ obstacle, place }: { obstacle: ShownObstacle; place: string | null }) {
	const t = useTranslations("obstacles");
	const { kind, stops, endedBy, currency, count, since, missing } = obstacle;
	return (
		<Notice
			tone={stops === "everything" || kind === "wallet_unproved" ? "danger" : "warning"}
			title={t(`kind.${kind}`, { currency: currency ?? "", count: count ?? 0 })}
			action={
				place ? (
					<DeskLink href={place} className="rounded-sm text-accent text-sm hover:underline">
						{t("open")}
					</DeskLink>
				) : null
			}
		>
			{missing !== null && currency ? (
				<span className="block">
					{t.rich("missing", { amount: () => <Money amount={missing} currency={currency} /> })}
				</span>
			) : null}
			<span className="block text-ink-2 text-sm">
				{since
					? t.rich("since", {
							at: () => <Time at={since} as="momentShort" className="inline-block first-letter:lowercase" />,
						})
					: null}
				{since ? " · " : null}
				{count ? `${t("keeps", { count })} · ` : null}
				{t(`endedBy.${endedBy}`)}
			</span>
		</Notice>
	);
}

function placeOf({ kind, currency }: ShownObstacle, { maySeeSettings, mayApprove }: SendObstaclesProps): string | null {
	const list = (state: string) => `/payouts?state=${state}${currency ? `&currency=${currency}` : ""}`;
	if (kind === "worker_away") return null;
	if (kind === "database_mismatch" || kind === "sending_stopped" || kind === "wallet_unproved")
		return maySeeSettings ? "/settings/configuration" : null;
	if (kind === "approvals_missing") return mayApprove ? "/approvals" : list("awaiting_approval");
	if (kind === "batch_paused") return "/batches";
	return kind === "lane_taken" ? list("sending") : list("approved");
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LastMovements } from "#components/movements/last-movements.tsx";
import { NeedsList } from "#components/overview/needs-list.tsx";
import { SectionHead } from "#components/overview/section-head.tsx";
import { cx } from "#components/ui/class-names.ts";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { BalancePanel } from "#components/wallets/balance-panel.tsx";
import { overviewQueries } from "#lib/queries/overview.ts";

// Loaded on demand: many members have no requests of their own and no task that waits for others.
const OwnRequests = loadOnDemand(() => import("#components/overview/own-requests.tsx"));

export function OverviewBoard() {
	const t = useTranslations("home");
	const query = useQuery(overviewQueries.now());
	const { data } = query;
	// The server renders this page with its data, so missing data means that the server could not read it.
	if (!data) return <ReadFault query={query} />;
	const { wallets, needs, waiting, own, ownBatches, ownChanges, lastMovements } = data;
	return (
		<div className="max-sm:flex max-sm:flex-col">
			<ReadFault query={query} />
			<h2 className="sr-only">{t("balances")}</h2>
			<div
				className={cx(
					"mb-[26px] grid divide-line rounded-lg border border-line bg-surface max-sm:contents max-lg:divide-y lg:divide-x",
					wallets.length === 2 && "lg:grid-cols-[1.35fr_1fr] wide:grid-cols-2",
					wallets.length > 2 && "lg:grid-cols-3",
				)}
			>
				{wallets.map((wallet) => (
					<BalancePanel key={wallet.currency} {...wallet} />
				))}
			</div>
			<div data-wide className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-9 max-sm:contents">
				{/* On a phone, more than two balances would push open tasks off the first screen, so the tasks then come first. */}
				<div className={cx("mb-7 max-sm:mt-4", needs.length > 0 && wallets.length > 2 && "max-sm:order-first")}>
					<section aria-labelledby="needs">
						<SectionHead id="needs" title={t("needs")} href="/sending" link={t("obstacles")} />
						<NeedsList needs={needs} />
					</section>
					{own.length + ownBatches.length + ownChanges + waiting.length > 0 ? <OwnRequests {...data} /> : null}
				</div>
				<section aria-labelledby="last" className="max-sm:order-2 max-sm:mt-4">
					<SectionHead id="last" title={t("last")} href="/movements" link={t("lastAll")} />
					<LastMovements movements={lastMovements} />
				</section>
			</div>
		</div>
	);
}

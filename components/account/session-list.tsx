"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SessionTable } from "#components/account/session-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { useToastedMutation } from "#components/ui/use-toasted-mutation.ts";
import { accountQueries, endOtherSessions, endOwnSession } from "#lib/queries/account.ts";

export function SessionList() {
	const t = useTranslations("account.sessions");
	const list = useQuery(accountQueries.sessions());
	const endAll = useToastedMutation(async () => {
		const { ended } = await endOtherSessions();
		return t("othersEnded", { count: ended });
	});
	const hasOthers = list.data?.items.some(({ current }) => !current) ?? false;
	return (
		<section aria-labelledby="own-sessions">
			<div className="mb-2.5 flex min-h-[34px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div>
					<h2 id="own-sessions" className="font-semibold text-md">
						{t("title")}
					</h2>
					<p className="text-ink-2 text-xs">{t("hint")}</p>
				</div>
				{hasOthers ? (
					<Button busy={endAll.isPending} onClick={() => endAll.mutate()}>
						{t("endOthers")}
					</Button>
				) : null}
			</div>
			<ReadFault query={list} />
			{list.data ? <SessionTable sessions={list.data.items} caption={t("title")} end={endOwnSession} /> : null}
		</section>
	);
}

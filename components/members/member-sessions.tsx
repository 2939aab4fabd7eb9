"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SessionTable, useEnding } from "#components/account/session-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Member } from "#lib/contracts/member.ts";
import { endMemberSessions, memberQueries } from "#lib/queries/members.ts";

export function MemberSessions({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members.sessions");
	const own = useTranslations("account.sessions");
	const query = memberQueries.sessions(member.id);
	const list = useQuery(query);
	const items = list.data?.items ?? [];
	const endAll = useEnding(query.queryKey, async () => {
		await endMemberSessions(member.id);
		return t("allEnded", { name: member.name });
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("title", { name: member.name })}
			className="sm:w-[40rem]"
			actions={
				<>
					{items.length > 0 ? (
						<Button busy={endAll.isPending} onClick={() => endAll.mutate()}>
							{t("endAll")}
						</Button>
					) : null}
					<Button onClick={onClose}>{t("done")}</Button>
				</>
			}
		>
			<p className="text-ink-2 text-xs">{t("hint")}</p>
			<ReadFault query={list} />
			{list.data && items.length === 0 ? <p className="text-ink-2 text-sm">{t("none")}</p> : null}
			{items.length > 0 ? (
				<SessionTable
					sessions={items}
					caption={own("title")}
					end={(id) => endMemberSessions(member.id, id)}
					queryKey={query.queryKey}
				/>
			) : null}
		</Dialog>
	);
}

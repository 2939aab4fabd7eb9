"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { BodyCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { OwnSession } from "#lib/contracts/account.ts";
import { accountQueries, endOtherSessions, endOwnSession } from "#lib/queries/account.ts";

/** Where one is signed in, and the end of what one does not know or has left open. */
export function SessionList() {
	const t = useTranslations("account.sessions");
	const list = useQuery(accountQueries.sessions());
	const endAll = useEnding(async () => {
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
			{list.data ? <SessionTable sessions={list.data.items} /> : null}
		</section>
	);
}

function SessionTable({ sessions }: { sessions: readonly OwnSession[] }) {
	const t = useTranslations("account.sessions");
	return (
		<Table caption={t("title")}>
			<TableHead>
				<TableRow>
					<HeadCell>{t("device")}</HeadCell>
					<HeadCell wide>{t("signedIn")}</HeadCell>
					<HeadCell>{t("lastSeen")}</HeadCell>
					<HeadCell>
						<span className="sr-only">{t("actions")}</span>
					</HeadCell>
				</TableRow>
			</TableHead>
			<tbody>
				{sessions.map((session) => (
					<SessionRow key={session.id} session={session} />
				))}
			</tbody>
		</Table>
	);
}

function SessionRow({ session }: { session: OwnSession }) {
	const t = useTranslations("account.sessions");
	const device = [session.browser, session.system].filter(Boolean).join(" · ") || t("unknownDevice");
	const end = useEnding(async () => {
		await endOwnSession(session.id);
		return t("ended", { device });
	});
	return (
		<TableRow>
			<BodyCell>
				<span className="mr-1.5 font-[520]">{device}</span>
				{session.current ? <span className="whitespace-nowrap text-ink-2 text-xs">{t("thisOne")}</span> : null}
			</BodyCell>
			<BodyCell wide className="num text-ink-2">
				<Time at={session.createdAt} as="momentShort" />
			</BodyCell>
			<BodyCell className="num text-ink-2">
				<Time at={session.lastSeenAt} as="momentShort" />
			</BodyCell>
			<BodyCell className="text-right">
				{session.current ? null : (
					<Button size="sm" busy={end.isPending} onClick={() => end.mutate()} aria-label={t("endOf", { device })}>
						{t("end")}
					</Button>
				)}
			</BodyCell>
		</TableRow>
	);
}

/** `end` gives the words that say so; whatever came of it, the list is read anew. */
function useEnding(end: () => Promise<string>) {
	const errorText = useErrorText();
	const client = useQueryClient();
	return useMutation({
		mutationFn: end,
		onSuccess: (said) => toast(said),
		onError: (error) => toast(errorText(error)),
		onSettled: () => client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
	});
}

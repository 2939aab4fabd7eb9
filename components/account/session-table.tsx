"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { OwnSession } from "#lib/contracts/account.ts";

interface SessionTableProps {
	sessions: readonly OwnSession[];
	caption: string;
	end: (id: string) => Promise<unknown>;
	queryKey: QueryKey;
}

/** The page must load the texts `account`. */
export function SessionTable({ sessions, caption, ...ending }: SessionTableProps) {
	const t = useTranslations("account.sessions");
	return (
		<Table caption={caption}>
			<Heads
				of={[[t("device")], [t("signedIn"), { wide: true }], [t("lastSeen")], [t("actions"), { isHidden: true }]]}
			/>
			<tbody>
				{sessions.map((session) => (
					<SessionRow key={session.id} session={session} {...ending} />
				))}
			</tbody>
		</Table>
	);
}

type SessionRowProps = Pick<SessionTableProps, "end" | "queryKey"> & { session: OwnSession };

function SessionRow({ session, end, queryKey }: SessionRowProps) {
	const t = useTranslations("account.sessions");
	const device = [session.browser, session.system].filter(Boolean).join(" · ") || t("unknownDevice");
	const ending = useEnding(queryKey, async () => {
		await end(session.id);
		return t("ended", { device });
	});
	return (
		<tr>
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
					<Button size="sm" busy={ending.isPending} onClick={() => ending.mutate()} aria-label={t("endOf", { device })}>
						{t("end")}
					</Button>
				)}
			</BodyCell>
		</tr>
	);
}

/** `end` ends sessions and returns the text of success. The list of sessions is read again also after a failure. */
export function useEnding(queryKey: QueryKey, end: () => Promise<string>) {
	const errorText = useErrorText();
	const client = useQueryClient();
	return useMutation({
		mutationFn: end,
		onSuccess: (message) => toast(message),
		onError: (error) => toast(errorText(error), "danger"),
		onSettled: () => client.invalidateQueries({ queryKey }),
	});
}

"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useToastedMutation } from "#components/ui/use-toasted-mutation.ts";
import type { OwnSession } from "#lib/contracts/account.ts";

interface SessionTableProps {
	sessions: readonly OwnSession[];
	caption: string;
	/** The text for no sessions. */
	none?: string;
	end: (id: string) => Promise<unknown>;
}

/** The page must load the texts `account`. */
export function SessionTable({ sessions, caption, none, end }: SessionTableProps) {
	const t = useTranslations("account.sessions");
	const deviceOf = ({ browser, system }: OwnSession) =>
		[browser, system].filter(Boolean).join(" · ") || t("unknownDevice");
	if (sessions.length === 0) return <p className="text-ink-2 text-sm">{none}</p>;
	return (
		<DataTable
			caption={caption}
			rows={sessions}
			keyOf={({ id }) => id}
			columns={[
				{
					head: t("device"),
					of: (session) => (
						<>
							<span className="mr-1.5 font-[520]">{deviceOf(session)}</span>
							{session.current ? <span className="whitespace-nowrap text-ink-2 text-xs">{t("thisOne")}</span> : null}
						</>
					),
				},
				{
					head: t("signedIn"),
					wide: true,
					className: "num text-ink-2",
					of: ({ createdAt }) => <Time at={createdAt} as="momentShort" />,
				},
				{
					head: t("lastSeen"),
					className: "num text-ink-2",
					of: ({ lastSeenAt }) => <Time at={lastSeenAt} as="momentShort" />,
				},
				{
					head: t("actions"),
					isHeadHidden: true,
					className: "text-right",
					of: (session) => (session.current ? null : <End id={session.id} device={deviceOf(session)} end={end} />),
				},
			]}
		/>
	);
}

function End({ id, device, end }: Pick<SessionTableProps, "end"> & { id: string; device: string }) {
	const t = useTranslations("account.sessions");
	const ending = useToastedMutation(async () => {
		await end(id);
		return t("ended", { device });
	});
	return (
		<Button size="sm" busy={ending.isPending} onClick={() => ending.mutate()} aria-label={t("endOf", { device })}>
			{t("end")}
		</Button>
	);
}

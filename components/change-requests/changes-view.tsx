"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChangeCards } from "#components/change-requests/change-cards.tsx";
import { OnlyAdminNotice } from "#components/change-requests/only-admin-notice.tsx";
import { useChangeText } from "#components/change-requests/use-change-text.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

export function ChangesView() {
	const t = useTranslations("changes");
	const list = useQuery(changeRequestQueries.now());
	const changes = list.data;
	return (
		<>
			<ReadFault query={list} />
			{changes ? (
				<>
					<p className="mb-5 max-w-[68ch] text-ink-2 text-sm">{t("lead")}</p>
					{changes.alone || changes.aloneFrom ? <OnlyAdminNotice from={changes.aloneFrom} /> : null}
					<h2 className="mb-3 font-semibold text-md">{t("waiting", { count: changes.waiting.length })}</h2>
					{changes.waiting.length === 0 ? <p className="text-ink-2 text-sm">{t("emptyWhy")}</p> : null}
					<ChangeCards requests={changes.waiting} />
					{changes.decided.length > 0 ? (
						<>
							<h2 className="mt-8 mb-3 font-semibold text-md">{t("decided")}</h2>
							<DecidedChanges requests={changes.decided} />
						</>
					) : null}
				</>
			) : null}
		</>
	);
}

const LOOKS: Record<Exclude<ChangeRequest["state"], "waiting">, { icon: IconName; tone: Tone }> = {
	confirmed: { icon: "check", tone: "positive" },
	refused: { icon: "ban", tone: "danger" },
	withdrawn: { icon: "undo-2", tone: "neutral" },
	expired: { icon: "hourglass", tone: "neutral" },
	void: { icon: "circle-slash", tone: "neutral" },
};

function DecidedChanges({ requests }: { requests: readonly ChangeRequest[] }) {
	return (
		<ul className="rounded-lg border border-line bg-surface">
			{requests.map((request) => (
				<Decided key={request.id} request={request} />
			))}
		</ul>
	);
}

function Decided({ request }: { request: ChangeRequest }) {
	const t = useTranslations("changes");
	const { title, rows, asker } = useChangeText()(request);
	const { askedBy, decidedBy, decidedAt, askedAt, state } = request;
	if (state === "waiting") return null;
	const { icon, tone } = LOOKS[state];
	const by = decidedBy && decidedBy.id !== askedBy.id ? decidedBy.name : null;
	return (
		<li className="grid gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t sm:grid-cols-[minmax(0,1fr)_auto]">
			<div className="min-w-0">
				<p className="wrap-anywhere font-[520] text-sm">{title}</p>
				<p className="wrap-anywhere text-ink-2 text-xs tabular-nums">
					{rows
						.map(({ label, before, after }) => {
							const value = before === null ? after : `${before} → ${after}`;
							return t("fact", { label, value });
						})
						.join(" · ")}
				</p>
			</div>
			<div className="sm:text-right">
				<Badge tone={tone} icon={icon} plain>
					{t(state === "confirmed" && !decidedBy ? "state.took_effect" : `state.${state}`)}
				</Badge>
				<p className="text-ink-2 text-xs">
					{by ? t("decidedBy", { asker, decider: by }) : t("askedAlone", { asker })}
					{" · "}
					<Time at={decidedAt ?? askedAt} as="momentShort" className="tabular-nums" />
				</p>
			</div>
		</li>
	);
}

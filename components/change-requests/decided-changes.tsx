import { Ban, Check, CircleSlash, Hourglass, type LucideIcon, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChangeText } from "#components/change-requests/use-change-text.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";

const LOOKS: Record<Exclude<ChangeRequest["state"], "waiting">, { icon: LucideIcon; tone: Tone }> = {
	confirmed: { icon: Check, tone: "positive" },
	refused: { icon: Ban, tone: "danger" },
	withdrawn: { icon: Undo2, tone: "neutral" },
	expired: { icon: Hourglass, tone: "neutral" },
	void: { icon: CircleSlash, tone: "neutral" },
};

/** What became of the last ones, newest first. */
export function DecidedChanges({ requests }: { requests: readonly ChangeRequest[] }) {
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
	const { title, rows } = useChangeText()(request);
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
					{by ? t("decidedBy", { asker: askedBy.name, decider: by }) : t("askedAlone", { asker: askedBy.name })}
					{" · "}
					<Time at={decidedAt ?? askedAt} as="momentShort" className="tabular-nums" />
				</p>
			</div>
		</li>
	);
}

"use client";
import {
	Check,
	CircleQuestionMark,
	Hourglass,
	KeyRound,
	type LucideIcon,
	MailQuestionMark,
	OctagonX,
	Scale,
	TriangleAlert,
	UsersRound,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { NeedAge, NeedHint } from "#components/overview/need-text.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { Need } from "#lib/contracts/overview.ts";
/** What needs a person, most pressing first: one line a group, one way on. */
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

const LOOKS: Record<Need["kind"], { icon: LucideIcon; tone: Tone }> = {
	settlement: { icon: UsersRound, tone: "accent" },
	unexplained: { icon: TriangleAlert, tone: "danger" },
	findings: { icon: Scale, tone: "warning" },
	list_incomplete: { icon: TriangleAlert, tone: "warning" },
	list_cut: { icon: TriangleAlert, tone: "warning" },
	list_stale: { icon: TriangleAlert, tone: "warning" },
	may_have_left: { icon: CircleQuestionMark, tone: "danger" },
	unknown: { icon: CircleQuestionMark, tone: "danger" },
	needs_review: { icon: TriangleAlert, tone: "danger" },
	approval: { icon: Check, tone: "accent" },
	stuck_payout: { icon: Hourglass, tone: "warning" },
	stuck_deposit: { icon: Hourglass, tone: "warning" },
	sending_stopped: { icon: OctagonX, tone: "danger" },
	database_doubt: { icon: OctagonX, tone: "danger" },
	orphan_answer: { icon: MailQuestionMark, tone: "danger" },
	forgotten_permit: { icon: CircleQuestionMark, tone: "danger" },
	wallet_doubt: { icon: OctagonX, tone: "danger" },
	wallet_unread: { icon: Hourglass, tone: "warning" },
	record_broken: { icon: OctagonX, tone: "danger" },
	change_request: { icon: UsersRound, tone: "warning" },
	new_factor: { icon: KeyRound, tone: "warning" },
};

export function NeedsList({ needs }: { needs: readonly Need[] }) {
	const t = useTranslations("home");
	if (needs.length === 0) {
		return (
			<div className="rounded-lg border border-line border-dashed px-4 py-5">
				<p className="flex items-center gap-2 font-[520]">
					<Check aria-hidden="true" className="size-4 text-positive" />
					{t("needsNothing")}
				</p>
				<p className="mt-0.5 pl-6 text-ink-2 text-xs">{t("needsNothingHint")}</p>
			</div>
		);
	}
	return (
		<ul className="rounded-lg border border-line bg-surface">
			{needs.map((need) => (
				<NeedLine key={`${need.kind}${need.payment?.kind ?? need.currency}`} need={need} />
			))}
		</ul>
	);
}

function NeedLine({ need }: { need: Need }) {
	const t = useTranslations("home");
	const { icon: Icon, tone } = LOOKS[need.kind];
	const titleKey = need.kind === "unknown" && need.payment?.kind === "deposit" ? "unknownDeposit" : need.kind;
	return (
		<li className="relative grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 border-line px-4 py-[11px] not-first:border-t hover:bg-paper sm:grid-cols-[20px_minmax(0,1fr)_auto_auto]">
			<Icon aria-hidden="true" strokeWidth={1.75} className={cx("size-4", TONE_TEXT[tone])} />
			<div className="min-w-0">
				<p className="font-[520]">{t(`need.${titleKey}`, { count: need.count })}</p>
				<NeedHint need={need} />
			</div>
			<NeedAge need={need} />
			{/* The whole line leads there; on a phone the words of the button give way to an arrow. */}
			<DeskLink
				href={placeOf(need)}
				aria-label={`${t(`need.${need.kind}Act`)}: ${t(`need.${titleKey}`, { count: need.count })}`}
				className={buttonClass(
					"secondary",
					"sm",
					"static! after:absolute after:inset-0 max-sm:border-0! max-sm:bg-transparent! max-sm:px-0!",
				)}
			>
				<span className="max-sm:hidden">{t(`need.${need.kind}Act`)}</span>
				<span aria-hidden="true" className="text-ink-3 text-xl leading-none sm:hidden">
					›
				</span>
			</DeskLink>
		</li>
	);
}

function placeOf({ kind, count, payment, currency }: Need): string {
	if (kind === "unexplained" || kind === "findings") return `/reconciliation?currency=${currency}`;
	if (kind.startsWith("list_")) return `/movements?currency=${currency}`;
	if (kind === "orphan_answer") return "/imports#orphan-answers";
	if (kind === "forgotten_permit") return "/settings/configuration#forgotten-permits";
	if (["sending_stopped", "database_doubt", "wallet_doubt", "wallet_unread"].includes(kind))
		return "/settings/configuration";
	if (kind === "change_request") return "/change-requests";
	if (kind === "record_broken" || kind === "new_factor") return "/audit";
	if (kind === "approval") return "/approvals";
	if (!payment) return "/";
	const list = payment.kind === "deposit" ? "/deposits" : "/payouts";
	if (count === 1) return `${list}/${encodeURIComponent(payment.id)}`;
	return `${list}?state=${(IN_DOUBT_STATES as readonly string[]).includes(kind) ? kind : "open"}`;
}

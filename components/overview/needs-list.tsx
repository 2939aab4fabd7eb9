"use client";
import { useTimeZone, useTranslations } from "next-intl";
import { placeOf, showsAge, useNeedTitle } from "#components/overview/need-place.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { Need } from "#lib/contracts/overview.ts";
import { age } from "#lib/dates.ts";
import { maskPhone } from "#lib/phone.ts";

const LOOKS: Record<Need["kind"], { icon: IconName; tone: Tone }> = {
	settlement: { icon: "users-round", tone: "accent" },
	unexplained: { icon: "triangle-alert", tone: "danger" },
	paid_after_all: { icon: "triangle-alert", tone: "danger" },
	exceptions: { icon: "scale", tone: "warning" },
	list_incomplete: { icon: "triangle-alert", tone: "warning" },
	list_cut: { icon: "triangle-alert", tone: "warning" },
	list_stale: { icon: "triangle-alert", tone: "warning" },
	may_have_left: { icon: "circle-question-mark", tone: "danger" },
	unknown: { icon: "circle-question-mark", tone: "danger" },
	needs_review: { icon: "triangle-alert", tone: "danger" },
	approval: { icon: "check", tone: "accent" },
	batch_paused: { icon: "hourglass", tone: "warning" },
	stuck_payout: { icon: "hourglass", tone: "warning" },
	stuck_deposit: { icon: "hourglass", tone: "warning" },
	sending_stopped: { icon: "octagon-x", tone: "danger" },
	database_mismatch: { icon: "octagon-x", tone: "danger" },
	orphan_answer: { icon: "mail-question-mark", tone: "danger" },
	forgotten_permit: { icon: "circle-question-mark", tone: "danger" },
	wallet_held: { icon: "octagon-x", tone: "danger" },
	balance_low: { icon: "hourglass", tone: "warning" },
	shared_wallet: { icon: "users-round", tone: "warning" },
	wallet_unread: { icon: "hourglass", tone: "warning" },
	record_broken: { icon: "octagon-x", tone: "danger" },
	change_request: { icon: "users-round", tone: "warning" },
	closing: { icon: "users-round", tone: "accent" },
	backup_old: { icon: "triangle-alert", tone: "danger" },
	new_factor: { icon: "key-round", tone: "warning" },
};

export function NeedsList({ needs }: { needs: readonly Need[] }) {
	const t = useTranslations("home");
	const titleOf = useNeedTitle(needs);
	if (needs.length === 0) {
		return (
			<div className="rounded-lg border border-line border-dashed px-4 py-5">
				<p className="flex items-center gap-2 font-[520]">
					<Icon name="check" className="size-4 text-positive" />
					{t("needsNothing")}
				</p>
				<p className="mt-0.5 pl-6 text-ink-2 text-xs">{t("needsNothingHint")}</p>
			</div>
		);
	}
	return (
		<ul className="rounded-lg border border-line bg-surface">
			{needs.map((need) => (
				<NeedLine
					key={`${need.kind}${need.payment?.kind ?? ""}${need.currency}${need.month}`}
					need={need}
					title={titleOf(need)}
				/>
			))}
		</ul>
	);
}

function NeedLine({ need, title }: { need: Need; title: string }) {
	const t = useTranslations("home");
	const { icon, tone } = LOOKS[need.kind];
	const act = t(`need.${need.kind}Act`);
	return (
		<li className="relative grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 border-line px-4 py-[11px] not-first:border-t hover:bg-paper sm:grid-cols-[20px_minmax(0,1fr)_auto_auto]">
			<Icon name={icon} thin className={cx("size-4", TONE_TEXT[tone])} />
			<div className="min-w-0">
				<p className="font-[520]">{title}</p>
				<NeedHint need={need} />
			</div>
			<NeedAge need={need} />
			{/* The link covers the whole line; on a phone an arrow replaces the button's text. */}
			<DeskLink
				href={placeOf(need)}
				aria-label={t("need.actOn", { act, title })}
				className={buttonClass(
					"secondary",
					"sm",
					"static! after:absolute after:inset-0 max-sm:border-0! max-sm:bg-transparent! max-sm:px-0!",
				)}
			>
				<span className="max-sm:hidden">{act}</span>
				<span aria-hidden="true" className="text-ink-3 text-xl leading-none sm:hidden">
					›
				</span>
			</DeskLink>
		</li>
	);
}

function NeedHint({ need: { kind, count, amount, isAtLeast, currency, payment } }: { need: Need }) {
	const t = useTranslations("home.need");
	const sum = amount && currency ? <Money amount={amount} currency={currency} /> : null;
	const money = isAtLeast ? t.rich("atLeast", { amount: () => sum }) : sum;
	const number = payment?.destination ?? payment?.phoneNumber;
	const way = payment?.kind === "deposit" ? "from" : "to";
	if (kind === "approval") {
		return (
			<p className="text-ink-2 text-xs">
				{money ? (count === 1 ? money : t.rich("approvalHint", { amount: () => money })) : null}
				{money && payment?.maker ? " · " : null}
				{payment?.maker ? t("approvalAsked", { name: payment.maker.name }) : null}
			</p>
		);
	}
	return (
		<p className="text-ink-2 text-xs first-letter:uppercase">
			{money}
			{count === 1 && number ? (
				<> {t(way, { number: payment?.name ?? maskPhone(number).replaceAll(" ", "\u00a0") })}</>
			) : null}
			{money ? " · " : null}
			{t(`${kind}Hint`, { count, currency: currency ?? "" })}
		</p>
	);
}

function NeedAge({ need: { kind, since } }: { need: Need }) {
	const t = useTranslations();
	const timeZone = useTimeZone() ?? "UTC";
	if (!since) return <span className="max-sm:hidden" />;
	const [began, now] = [new Date(since), new Date()];
	const gone = age(began, now);
	const shown = t(`common.unit${gone.unit}`, { count: gone.count });
	return (
		<span className="num text-ink-2 text-xs max-sm:hidden" suppressHydrationWarning>
			{kind === "approval" ? (
				t("home.oldest", { age: shown })
			) : showsAge(began, now, timeZone) ? (
				shown
			) : (
				<>
					{t("home.since")} <Time at={since} as="timeShort" />
				</>
			)}
		</span>
	);
}

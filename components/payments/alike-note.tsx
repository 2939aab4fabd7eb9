"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { Time } from "#components/ui/time.tsx";
import type { AlikePayout } from "#lib/contracts/payment.ts";
import { unbrokenPhone } from "#lib/phone.ts";

interface AlikeNoteProps {
	alike: readonly AlikePayout[] | undefined;
	className?: string;
}

/** Links earlier payouts that may have paid the same invoice; requires no reason. */
export function AlikeNote({ alike = [], className }: AlikeNoteProps) {
	const t = useTranslations("payments.alike");
	if (alike.length === 0) return null;
	return (
		<div className={cx("border-l-[3px] border-l-warning pl-3 text-sm", className)}>
			<p className="font-[520]">{t("title", { count: alike.length })}</p>
			<ul className="grid gap-1">
				{alike.map(({ id, why, amount, currency, destination, name, state, createdAt }) => (
					<li key={id} className="text-ink-2">
						<DeskLink
							href={`/payouts/${encodeURIComponent(id)}`}
							target="_blank"
							className="wrap-anywhere rounded-sm tabular-nums underline decoration-line-strong underline-offset-3 hover:decoration-current"
						>
							<Money amount={amount} currency={currency} />
							{name === null ? "" : ` · ${name}`} · {unbrokenPhone(destination)}
						</DeskLink>
						{" · "}
						<Time at={createdAt} as="momentShort" className="in-sentence" /> {" · "}
						{t(why)} <StatePill kind="payout" state={state} plain />
					</li>
				))}
			</ul>
		</div>
	);
}

"use client";
/** Pages, starts, payments and references by a few letters. Arrows choose, Enter opens. */
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { useFoundPayments } from "#components/shell/found-payments.ts";
import { navigationGroups } from "#components/shell/navigation-items.ts";
import { cx } from "#components/ui/class-names.ts";
import { Time } from "#components/ui/time.tsx";
import { useModal } from "#components/ui/use-modal.ts";
import type { PaymentLine } from "#lib/contracts/payment.ts";
import { formatAmount } from "#lib/money.ts";
import { isReference } from "#lib/paths.ts";
import { maskPhone } from "#lib/phone.ts";
import { may, type Role } from "#lib/roles.ts";

export default function CommandPalette({ role, onClose }: { role: Role; onClose: () => void }) {
	const t = useTranslations("shell");
	const router = useRouter();
	const id = useId();
	const modal = useModal(true, onClose);
	const [text, setText] = useState("");
	const [place, setPlace] = useState(0);
	const found = useEntries(role, text.trim());
	const chosen = Math.min(place, found.length - 1);
	const open = (href: string | undefined) => {
		if (!href) return;
		onClose();
		router.push(href);
	};
	const onKey = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step) {
			event.preventDefault();
			setPlace((chosen + step + found.length) % Math.max(found.length, 1));
		} else if (event.key === "Enter") {
			event.preventDefault();
			open(found[chosen]?.href);
		}
	};
	return (
		<dialog
			{...modal}
			aria-label={t("palette")}
			className="rise mt-[12vh] mb-auto w-[min(34rem,calc(100vw-2rem))] overflow-hidden rounded-lg border border-line-strong bg-surface p-0 text-ink shadow-raised"
		>
			<input
				role="combobox"
				aria-expanded="true"
				aria-controls={`${id}-list`}
				aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
				aria-label={t("palettePlaceholder")}
				placeholder={t("palettePlaceholder")}
				autoComplete="off"
				spellCheck={false}
				className="h-12 w-full border-line border-b bg-transparent px-4 text-[1rem] outline-none sm:text-md"
				value={text}
				onKeyDown={onKey}
				onChange={(event) => {
					setText(event.target.value);
					setPlace(0);
				}}
			/>
			<div id={`${id}-list`} role="listbox" aria-label={t("palette")} className="max-h-[50vh] overflow-y-auto p-1.5">
				{found.map(({ href, label, payment }, index) => (
					<button
						key={href}
						id={`${id}-${index}`}
						type="button"
						role="option"
						tabIndex={-1}
						aria-selected={index === chosen}
						onClick={() => open(href)}
						className={cx(
							"block w-full truncate rounded-[6px] px-2.5 py-2 text-left font-medium",
							index === chosen ? "bg-neutral-soft" : "hover:bg-neutral-soft",
						)}
					>
						{label}
						{payment ? (
							<span className="num block font-normal text-ink-2 text-xs">
								{maskPhone(payment.destination ?? payment.phoneNumber ?? "")} ·{" "}
								<Time at={payment.createdAt} as="momentShort" />
							</span>
						) : null}
					</button>
				))}
			</div>
			<p className="border-line border-t px-4 py-2 text-ink-2 text-xs">
				{found.length === 0 ? t("paletteNothing") : t("paletteHint")}
			</p>
		</dialog>
	);
}

interface Entry {
	href: string;
	label: string;
	payment?: PaymentLine;
}

function useEntries(role: Role, text: string): Entry[] {
	const t = useTranslations();
	const locale = useLocale();
	const payments = useFoundPayments(text).map((payment): Entry => {
		const amount = `${formatAmount(payment.amount, payment.currency, locale)}\u00a0${payment.currency}`;
		const label = t(payment.kind === "payout" ? "shell.palettePayout" : "shell.paletteDeposit", { amount });
		return { href: `/${payment.kind}s/${payment.id}`, label, payment };
	});
	const pages = navigationGroups(role)
		.flat()
		.map(({ key, href }) => ({ href, label: t(`nav.${key}`) }));
	const starts = [
		...(may(role, "deposit.start") ? [{ href: "/deposits/new", label: t("shell.paletteNewDeposit") }] : []),
		...(may(role, "payout.request") ? [{ href: "/payouts/new", label: t("shell.paletteNewPayout") }] : []),
	];
	const account = { href: "/account", label: t("shell.yourAccount") };
	const named = [...starts, ...pages, account].filter(({ label }) => plain(label).includes(plain(text)));
	const found = [...named, ...payments];
	if (!isReference(text) || text.length < 4) return found;
	const lookUp = {
		href: `/transactions/${encodeURIComponent(text)}`,
		label: t("shell.paletteReference", { reference: text }),
	};
	return [...found, lookUp];
}

/** Without capitals and accents: "reglages" finds « Réglages ». */
function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

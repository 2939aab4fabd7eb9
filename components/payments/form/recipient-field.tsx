"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { nationalPart, unbrokenPhone } from "#lib/phone.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";
import { SHORTEST_SEARCH } from "#lib/text/search-text.ts";
import { typedText } from "#lib/text/typed-text.ts";

const MOST_SHOWN = 6;

interface RecipientFieldProps {
	/** The number in the form: once it is another one, the field no longer shows the recipient that was picked. */
	phone: string;
	onPick: (recipient: Recipient) => void;
}

export default function RecipientField({ phone, onPick }: RecipientFieldProps) {
	const t = useTranslations("payments.form");
	const listId = useId();
	const [typed, setTyped] = useState("");
	const [chosen, setChosen] = useState<Recipient | null>(null);
	const [isOpen, setOpen] = useState(false);
	const [place, setPlace] = useState(0);
	const picked = chosen && nationalPart(chosen.number) === phone ? chosen : null;
	const text = chosen && !picked ? "" : typed;
	const wanted = typedText(text);
	const asked = useDebounced(wanted.length < SHORTEST_SEARCH || picked ? null : wanted);
	const { data, isPlaceholderData } = useQuery({
		...recipientQueries.list({ q: asked ?? "", limit: MOST_SHOWN }),
		enabled: asked !== null,
	});
	// Recipients found by an earlier text are not shown, because Enter would pick one of them.
	const isShown = isOpen && asked !== null && data !== undefined && !isPlaceholderData;
	const items = isShown ? data.items : [];
	function pick(recipient: Recipient | undefined) {
		if (!recipient) return;
		setChosen(recipient);
		setTyped(recipient.name);
		setOpen(false);
		onPick(recipient);
	}
	function move(event: KeyboardEvent) {
		if (event.key === "Escape" || !isOpen) return setOpen(false);
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
		if (step !== 0) setPlace((place + step + items.length) % (items.length || 1));
		// A name that is still searched must not send the form.
		else if (event.key === "Enter" && wanted !== "") pick(items[place]);
		else return;
		event.preventDefault();
	}
	return (
		<Field
			label={t("recipient")}
			optional
			hint={picked?.lastPayout ? <LastPayout payout={picked.lastPayout} /> : t("recipientHint")}
			className="relative"
		>
			<TextInput
				role="combobox"
				aria-expanded={isShown}
				aria-controls={isShown ? listId : undefined}
				aria-autocomplete="list"
				aria-activedescendant={isShown && items[place] ? `${listId}-${place}` : undefined}
				autoComplete="off"
				maxLength={80}
				value={text}
				className="h-11!"
				onChange={(event) => {
					setTyped(event.target.value);
					setChosen(null);
					setPlace(0);
					setOpen(true);
				}}
				onKeyDown={move}
				onBlur={() => setOpen(false)}
			/>
			{isShown ? (
				<div
					id={listId}
					role="listbox"
					aria-label={t("recipient")}
					className="panel absolute inset-x-0 top-[4.4rem] z-20 p-1.5"
				>
					{items.map((recipient, at) => (
						<Suggestion
							key={recipient.id}
							id={`${listId}-${at}`}
							recipient={recipient}
							isActive={at === place}
							onPick={() => pick(recipient)}
						/>
					))}
					{items.length === 0 ? <p className="px-2.5 py-2 text-ink-2 text-sm">{t("recipientNone")}</p> : null}
				</div>
			) : null}
		</Field>
	);
}

interface SuggestionProps {
	id: string;
	recipient: Recipient;
	isActive: boolean;
	onPick: () => void;
}

function Suggestion({ id, recipient, isActive, onPick }: SuggestionProps) {
	const { name, number, operatorName, purpose } = recipient;
	return (
		<button
			id={id}
			type="button"
			role="option"
			tabIndex={-1}
			aria-selected={isActive}
			// Pressing the option would take the focus from the input, which closes the list before the click.
			onMouseDown={(event) => event.preventDefault()}
			onClick={onPick}
			className={cx(
				"block w-full rounded-[6px] px-2.5 py-2 text-left text-sm hover:bg-neutral-soft",
				isActive && "bg-neutral-soft",
			)}
		>
			<span className="wrap-anywhere block font-[530]">{name}</span>
			<span className="wrap-anywhere block text-ink-2 text-xs tabular-nums">
				{[unbrokenPhone(number), operatorName, purpose].filter(Boolean).join(" · ")}
			</span>
		</button>
	);
}

function LastPayout({ payout }: { payout: NonNullable<Recipient["lastPayout"]> }) {
	const t = useTranslations("payments.form");
	return (
		<span className="tabular-nums">
			{t.rich("lastPayout", {
				amount: () => <Money amount={payout.amount} currency={payout.currency} />,
				at: () => <Time at={payout.createdAt} as="momentShort" className="in-sentence" />,
			})}
		</span>
	);
}

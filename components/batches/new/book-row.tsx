"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";

interface BookRowProps {
	recipient: Recipient;
	isPicked: boolean;
	onMark: (isMarked: boolean) => void;
}

/** A recipient to be picked; one whose number is blocked cannot be. */
export function BookRow({ recipient, isPicked, onMark }: BookRowProps) {
	const t = useTranslations("batches.book");
	const { name, number, operatorName, purpose, blocked } = recipient;
	return (
		<li className="py-2">
			<Checkbox
				label={
					<>
						<span className="block font-[530]">{name}</span>
						<span className="num block whitespace-normal! text-ink-2 text-xs">
							{[formatPhone(number), operatorName, purpose, blocked === null ? null : t("blocked")]
								.filter(Boolean)
								.join(" · ")}
						</span>
					</>
				}
				checked={isPicked}
				disabled={blocked !== null}
				onChange={(event) => onMark(event.target.checked)}
			/>
		</li>
	);
}

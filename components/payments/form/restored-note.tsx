"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type RestoredNoteProps = { drawn: { restored: object | null; startOver: () => void } };

/** Says that the fields hold a draft that this tab kept, and clears it. */
export function RestoredNote({ drawn: { restored, startOver } }: RestoredNoteProps) {
	const t = useTranslations("payments.form");
	if (!restored) return null;
	return (
		<p
			role="status"
			className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-sunken py-1 pr-1 pl-3 text-sm"
		>
			{t("kept")}
			<Button variant="ghost" size="sm" onClick={startOver} className="max-sm:-ml-2.5">
				{t("startAnew")}
			</Button>
		</p>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { MovementRow } from "#components/movements/movement-row.tsx";
import { HeadCell, Table } from "#components/ui/table/table.tsx";
import type { Overview } from "#lib/contracts/overview.ts";

export function LastMovements({ movements }: { movements: Overview["lastMovements"] }) {
	const t = useTranslations();
	const texts = useTranslations("movements");
	if (!movements?.length) {
		return (
			<p className="rounded-lg border border-line border-dashed px-4 py-5 text-ink-2 text-sm">
				{t(movements ? "home.lastEmpty" : "home.lastLater")}
			</p>
		);
	}
	return (
		<Table caption={t("home.last")}>
			<thead>
				<tr>
					<HeadCell className="max-sm:w-[31%]">{t("movements.when")}</HeadCell>
					<HeadCell>{t("movements.type")}</HeadCell>
					<HeadCell className="max-lg:hidden">{t("movements.payment")}</HeadCell>
					<HeadCell numeric wide>
						{t("movements.fee")}
					</HeadCell>
					<HeadCell numeric>{t("movements.amount")}</HeadCell>
				</tr>
			</thead>
			<tbody className="movement-lines">
				{movements.map((movement) => (
					<MovementRow key={movement.id} movement={movement} name={movement.name} t={texts} ofOneWallet={false} />
				))}
			</tbody>
		</Table>
	);
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { refreshMovements } from "#lib/queries/movements.ts";

/** Asks for a new look at the wallet's movements; what it finds comes by a live update. */
export function RefreshEvidence({ currency }: { currency: string }) {
	const t = useTranslations("settlement.evidence");
	const errorText = useErrorText();
	const refresh = useMutation({ mutationFn: () => refreshMovements(currency) });
	return (
		<span className="flex items-center gap-2">
			{refresh.isError ? (
				<span role="alert" className="text-danger text-xs">
					{errorText(refresh.error)}
				</span>
			) : null}
			<Button size="sm" variant="ghost" className="-mr-2" busy={refresh.isPending} onClick={() => refresh.mutate()}>
				{t("refresh")}
			</Button>
		</span>
	);
}

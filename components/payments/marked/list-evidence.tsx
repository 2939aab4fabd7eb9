"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EvidenceFindings } from "#components/payments/resolve/evidence-panel.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { ListAnswer } from "#lib/contracts/payment.ts";

/** True if nothing was done because the evidence is no longer the one shown. */
export function isOutdated({ done, failed }: ListAnswer): boolean {
	return done.length === 0 && failed.every(({ code }) => code === "evidence_differs");
}

export function ListEvidence({ query }: { query: UseQueryResult<EvidenceView> }) {
	const t = useTranslations("settlement.dialog");
	const [first, setFirst] = useState(query.data);
	if (!first && query.data) setFirst(query.data);
	return (
		<>
			{first && query.data?.digest !== first.digest ? (
				<Notice tone="warning" urgent>
					{t("otherEvidence")}
				</Notice>
			) : null}
			<ReadFault query={query} />
			<EvidenceFindings kind="payout" evidence={query.data} />
		</>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";

/** Who comes in through single sign-on alone: what to do first, so that there is something to confirm with. */
export function NothingToProve({ purpose }: { purpose: StepUpPurpose }) {
	const t = useTranslations("secondFactor.nothing");
	const isAccount = purpose === "account";
	// Whole pages: the one leads out of the desk and back to here, and of the other no dialog stays behind.
	const goOn = () =>
		location.assign(
			isAccount
				? `/api/single-sign-on?fresh=1&next=${encodeURIComponent(location.pathname + location.search)}`
				: "/account",
		);
	return (
		<div className="grid gap-4">
			<Notice tone="warning">{t(isAccount ? "signInAgain" : "setUp")}</Notice>
			<Button variant="primary" size="lg" onClick={goOn}>
				{t(isAccount ? "signInAct" : "setUpAct")}
			</Button>
		</div>
	);
}

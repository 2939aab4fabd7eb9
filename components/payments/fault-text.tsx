"use client";
import { useTranslations } from "next-intl";
import { causeMessage } from "#lib/causes.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";

/** Shows the service's own text; without one, our cause in the member's language. */
export function FaultText({ fault: { cause, words } }: { fault: ServiceFault }) {
	const t = useTranslations("causes");
	if (words !== null) return t("quoted", { words });
	if (cause === null) return null;
	const { key, status } = causeMessage(cause);
	return t(key, { status });
}

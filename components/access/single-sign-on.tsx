/** Uses plain links, so that sign-in through the identity provider works before any script is loaded. */
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { SingleSignOnFaultCode } from "#lib/members/single-sign-on-fault.ts";

interface SingleSignOnProps {
	/** Null: no provider is configured, so this part shows at most a fault. */
	provider: { name: string | null } | null;
	/** A path of this site. */
	next: string;
	fault: SingleSignOnFaultCode | null;
	/** True: the member was sent here because the session ended. This part says so only if there is no password form. */
	ended: boolean;
	/** `beside`: button and password form; `hidden`: no form; `emergency`: the form without the button, for the emergency admin. */
	passwords: "beside" | "hidden" | "emergency";
}

export function SingleSignOn({ provider, next, fault, ended, passwords }: SingleSignOnProps) {
	const t = useTranslations("singleSignOn");
	const auth = useTranslations("auth");
	const query = next === "/" ? "" : `next=${encodeURIComponent(next)}`;
	return (
		<div className="grid gap-4">
			<FaultNotice>{fault ? t(`faults.${fault}`) : null}</FaultNotice>
			{ended && !fault && passwords === "hidden" ? <Notice tone="warning">{auth("ended")}</Notice> : null}
			{provider && passwords !== "emergency" ? (
				// Not a Link: the address leaves the desk and must not be prefetched.
				<a
					href={query ? `/api/single-sign-on?${query}` : "/api/single-sign-on"}
					className={buttonClass("primary", "lg", "w-full min-w-0")}
				>
					<span className="truncate">{provider.name ? t("signIn", { name: provider.name }) : t("signInPlain")}</span>
				</a>
			) : null}
			{provider && passwords === "beside" ? (
				<p className="flex items-center gap-3 text-ink-2 text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
					{t("or")}
				</p>
			) : null}
			{passwords === "hidden" ? (
				<p className="text-center text-xs">
					<a href={`/sign-in?emergency=1${query && `&${query}`}`} className="text-ink-2 underline underline-offset-2">
						{t("emergency")}
					</a>
				</p>
			) : null}
			{passwords === "emergency" ? (
				<Notice tone="warning">
					{t("emergencyLead")}{" "}
					<a href={query ? `/sign-in?${query}` : "/sign-in"} className="underline underline-offset-2">
						{t("back")}
					</a>
				</Notice>
			) : null}
		</div>
	);
}

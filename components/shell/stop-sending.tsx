"use client";
/** Stops all sending at once with a reason, for members who may; two admins resume it in Settings. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { statusQueries } from "#lib/queries/status.ts";

// Loaded on demand, because every page has the button and few people use it.
const StopSendingDialog = loadOnDemand(() => import("#components/shell/stop-sending-dialog.tsx"));

/** `compact`: the button's text is visible only on large screens; screen readers always read it. */
export function StopSending({ className, compact = false }: { className?: string; compact?: boolean }) {
	const t = useTranslations("common.stopSending");
	const { data } = useQuery(statusQueries.now());
	const [isAsking, setAsking] = useState(false);
	const isStopped = Boolean(data?.sendingStoppedAt);
	return (
		<>
			<Button className={className} disabled={isStopped} onClick={() => setAsking(true)}>
				<Icon name="octagon-x" />
				<span className={compact ? "max-lg:sr-only" : undefined}>{t(isStopped ? "stopped" : "act")}</span>
			</Button>
			{isAsking ? <StopSendingDialog onClose={() => setAsking(false)} /> : null}
		</>
	);
}

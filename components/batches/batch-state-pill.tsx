import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { BatchState } from "#lib/batches/batch-states.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { moneyMoved, type PaymentState } from "#lib/payment-state.ts";

const LOOKS: Record<BatchState, readonly [Tone, IconName]> = {
	draft: ["neutral", "pencil"],
	awaiting_approval: ["warning", "hourglass"],
	sending: ["warning", "send"],
	paused: ["danger", "octagon-x"],
	done: ["positive", "check"],
	cancelled: ["neutral", "undo-2"],
};

/** The pill of a batch that is done is green only if every payout was paid. */
export function BatchStatePill({ batch: { state, counts } }: { batch: Pick<Batch, "state" | "counts"> }) {
	const t = useTranslations("batches.states");
	const [usual, icon] = LOOKS[state];
	const isUnpaid = Object.keys(counts).some((one) => moneyMoved(one as PaymentState) !== "yes");
	const tone = state === "done" && isUnpaid ? "neutral" : usual;
	return (
		<Badge tone={tone} icon={icon}>
			{t(state)}
		</Badge>
	);
}

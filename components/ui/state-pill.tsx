import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import { type PaymentKind, type PaymentState, stateTone } from "#lib/payment-state.ts";

const ICONS: Record<PaymentState, IconName> = {
	awaiting_approval: "hourglass",
	approved: "check",
	sending: "send",
	pending: "hourglass",
	succeeded: "check",
	failed: "circle-x",
	not_sent: "circle-slash",
	refused: "ban",
	unknown: "circle-question-mark",
	may_have_left: "circle-question-mark",
	needs_review: "triangle-alert",
	settled_paid: "circle-check",
	settled_not_paid: "circle-slash",
	rejected: "circle-x",
	cancelled: "undo-2",
	expired: "clock",
};

interface StatePillProps {
	kind: PaymentKind;
	state: PaymentState;
	plain?: boolean;
}

/** In the browser, the page must load the texts `states`. */
export function StatePill({ kind, state, plain = false }: StatePillProps) {
	const t = useTranslations("states");
	return (
		<Badge tone={stateTone(state)} icon={ICONS[state]} plain={plain}>
			{t(`${kind}.${state}`)}
		</Badge>
	);
}

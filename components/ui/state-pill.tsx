import {
	Ban,
	Check,
	CircleCheck,
	CircleQuestionMark,
	CircleSlash,
	CircleX,
	Clock,
	Hourglass,
	type LucideIcon,
	Send,
	TriangleAlert,
	Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { type PaymentKind, type PaymentState, stateTone } from "#lib/payment-state.ts";

const ICONS: Record<PaymentState, LucideIcon> = {
	awaiting_approval: Hourglass,
	approved: Check,
	sending: Send,
	pending: Hourglass,
	succeeded: Check,
	failed: CircleX,
	not_sent: CircleSlash,
	refused: Ban,
	unknown: CircleQuestionMark,
	may_have_left: CircleQuestionMark,
	needs_review: TriangleAlert,
	settled_paid: CircleCheck,
	settled_not_paid: CircleSlash,
	rejected: CircleX,
	cancelled: Undo2,
	expired: Clock,
};

interface StatePillProps {
	kind: PaymentKind;
	state: PaymentState;
	/** Without its ground, for lines of a table. */
	plain?: boolean;
}

/** The word for a payment's state. Client use needs the namespace `states`. */
export function StatePill({ kind, state, plain = false }: StatePillProps) {
	const t = useTranslations("states");
	return (
		<Badge tone={stateTone(state)} icon={ICONS[state]} plain={plain}>
			{t(`${kind}.${state}`)}
		</Badge>
	);
}

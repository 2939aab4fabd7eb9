import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { BatchState } from "#lib/batches/batch-states.ts";

const LOOKS: Record<BatchState, readonly [Tone, IconName]> = {
	draft: ["neutral", "pencil"],
	awaiting_approval: ["warning", "hourglass"],
	sending: ["warning", "send"],
	paused: ["danger", "octagon-x"],
	done: ["positive", "check"],
	cancelled: ["neutral", "undo-2"],
};

export function BatchStatePill({ state }: { state: BatchState }) {
	const t = useTranslations("batches.states");
	const [tone, icon] = LOOKS[state];
	return (
		<Badge tone={tone} icon={icon}>
			{t(state)}
		</Badge>
	);
}

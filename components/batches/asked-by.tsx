import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";
import type { Batch } from "#lib/contracts/batch.ts";

export function AskedBy({ batch: { requestedAt, createdAt, maker } }: { batch: Batch }) {
	const t = useTranslations("batches");
	const at = () => <Time at={requestedAt ?? createdAt} as="momentShort" className="in-sentence tabular-nums" />;
	return t.rich(requestedAt ? "askedBy" : "draftedBy", { name: maker.name, at });
}

import type { Metadata } from "next";
import { cache } from "react";
import { BatchView } from "#components/batches/batch-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { batchQueries } from "#lib/queries/batches.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";

const read = cache(async (id: string) => {
	const context = await pageContext("payment.read");
	return { context, batch: await foundOr404(readBatch(context, { id })) };
});

export async function generateMetadata({ params }: PageProps<"/batches/[id]">): Promise<Metadata> {
	return { title: (await read((await params).id)).batch.name };
}

export default async function BatchPage({ params }: PageProps<"/batches/[id]">) {
	const { id } = await params;
	const { context, batch } = await read(id);
	const own = { ...batchQueries.detail(id), read: async () => batch };
	const viewer = { id: context.member.id, role: context.member.role };
	return (
		<ClientMessages namespaces={["batches", "payments.duplicate", "states", "obstacles", "reasons", "causes"]}>
			<Prefetched entries={[own]}>
				<BatchView id={id} viewer={viewer} />
			</Prefetched>
		</ClientMessages>
	);
}

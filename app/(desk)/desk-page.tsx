import type { ComponentProps, ReactNode } from "react";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { type Prefetch, Prefetched } from "#components/shell/prefetched.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import type { Action } from "#lib/roles.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";

type Messages = ComponentProps<typeof ClientMessages>;

interface Content {
	/** Absent where the texts of the layout suffice. */
	texts?: Messages["namespaces"];
	without?: Messages["without"];
	reads: readonly Prefetch[];
	page: ReactNode;
}

type Draw = (context: Context, params: URLSearchParams) => Content | Promise<Content>;

/** Makes a page for the members who may do the action, or for all. The right is checked before a skeleton is shown. */
export function deskPage(action: Action | undefined, draw: Draw, skeleton?: ReactNode) {
	return async ({ searchParams }: { searchParams: SearchParams }) => {
		const context = await pageContext(action);
		const params = plainSearchParams(await searchParams);
		const drawn = <Drawn draw={() => draw(context, params)} />;
		return skeleton ? <SkeletonOnNavigation skeleton={skeleton}>{drawn}</SkeletonOnNavigation> : drawn;
	};
}

async function Drawn({ draw }: { draw: () => ReturnType<Draw> }) {
	const { texts, without, reads, page } = await draw();
	const filled = <Prefetched entries={reads}>{page}</Prefetched>;
	if (!texts) return filled;
	return (
		<ClientMessages namespaces={texts} without={without}>
			{filled}
		</ClientMessages>
	);
}

import type { ReactNode } from "react";
import { pageContext } from "#server/http/page-context.ts";

/** Asked outside of the loading boundary, so that a refusal is a 403 and not a drawn page. */
export default async function ChangeRequestsLayout({ children }: { children: ReactNode }) {
	await pageContext("change_request.read");
	return children;
}

import type { ReactNode } from "react";
import { DeskShell } from "#app/desk-shell.tsx";
import { pageContext } from "#server/http/page-context.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
	return <DeskShell context={await pageContext()}>{children}</DeskShell>;
}

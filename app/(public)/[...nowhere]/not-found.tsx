import { DeskShell } from "#app/desk-shell.tsx";
import { ErrorScreen } from "#components/shell/error-screen.tsx";
import { visitorContext } from "#server/http/page-context.ts";

/** Shows signed-in members the message within the desk's frame, and everybody else the message alone. */
export default async function NotFound() {
	const context = await visitorContext().catch(() => null);
	const content = <ErrorScreen page="notFound" />;
	if (!context) return <main className="px-4">{content}</main>;
	return <DeskShell context={context}>{content}</DeskShell>;
}

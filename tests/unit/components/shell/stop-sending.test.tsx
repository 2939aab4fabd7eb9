import { readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { expect, test } from "vitest";
import { Frame } from "#components/shell/frame.tsx";
import en from "#lib/i18n/en.json" with { type: "json" };
import type { Role } from "#lib/roles.ts";
import { rendered } from "#tests/support/rendered.tsx";

function shown(role: Role): string {
	const member = { id: "m1", name: "Awa Traoré", email: "awa@test.example", role };
	return rendered(
		<PathnameContext value="/payouts">
			<QueryClientProvider client={new QueryClient()}>
				<Frame member={member} theme="system" sandbox={false}>
					A page
				</Frame>
			</QueryClientProvider>
		</PathnameContext>,
	);
}

/** The headers of the frame: the phone's bar, and the navigation beside the page. */
const headers = (role: Role) => [...shown(role).matchAll(/<header.*?<\/header>/gs)].map(([header]) => header);

test.each(["maker", "approver", "admin"] as const)(
	"a %s finds the button that stops sending on every page: in the phone's bar, and at the navigation's foot",
	(role) => {
		const [bar = "", side = ""] = headers(role);
		const [, foot = ""] = side.split("</nav>");
		for (const place of [bar, foot]) {
			const [open = ""] = place.split("popover=");
			const button = open.split("<button").find((each) => each.includes("Stop sending"));
			expect(button).toBeDefined();
			expect(button).not.toMatch(/hidden|disabled=/);
		}
	},
);

test("a viewer, who may not stop sending, has no such button", () => {
	expect(shown("viewer")).not.toContain("Stop sending");
});

test("the runbook and SECURITY.md name the button as it is called", () => {
	expect(readFileSync("docs/runbook-keys.md", "utf8")).toContain(`**${en.common.stopSending.act}**`);
	expect(readFileSync("SECURITY.md", "utf8")).toContain(`${en.common.stopSending.act.toLowerCase()} first (the button`);
});

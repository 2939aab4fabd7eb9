import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { OwnFactors } from "#components/second-factor/own-factors.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { KeysSwitch } from "#components/shell/keys-switch.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { accountQueries } from "#lib/queries/account.ts";
import { secondFactorQueries } from "#lib/queries/second-factor.ts";
import { hasOwnPassword } from "#server/access/has-own-password.ts";
import { listOwnSessions } from "#server/access/list-own-sessions.ts";
import { pageContext, pageSessionId } from "#server/http/page-context.ts";
import { readOwnFactors } from "#server/second-factor/factors-of.ts";

export const generateMetadata = pageTitle("account.title");

export default async function AccountPage() {
	const context = await pageContext();
	const [t, roles] = [await getTranslations("account"), await getTranslations("roles")];
	const { name, email, role } = context.member;
	const sessionId = await pageSessionId();
	const list = { ...accountQueries.sessions(), read: () => listOwnSessions(context, { sessionId }) };
	const factors = { ...secondFactorQueries.own(), read: () => readOwnFactors(context, context.member) };
	return (
		<ClientMessages namespaces={["account", "secondFactor"]}>
			<PageHeader title={t("title")} lead={`${name} · ${email} · ${roles(role)}`} />
			<div className="wide:grid wide:grid-cols-[26rem_minmax(0,1fr)] wide:items-start wide:gap-14">
				{(await hasOwnPassword(context, context.member.id)) ? (
					<PasswordForm email={email} />
				) : (
					<p className="mb-8 max-w-[26rem] text-ink-2 text-sm">{t("noPassword")}</p>
				)}
				<Prefetched entries={[list, factors]}>
					<div>
						<OwnFactors />
						<SessionList />
						<KeysSwitch />
					</div>
				</Prefetched>
			</div>
		</ClientMessages>
	);
}

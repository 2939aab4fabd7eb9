import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { formatLongDay, hourOf, zoneName } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { may, type Role } from "#lib/roles.ts";

interface HomeHeaderProps {
	member: { name: string; role: Role };
	now: Date;
}

export function HomeHeader({ member, now }: HomeHeaderProps) {
	const t = useTranslations("home");
	const place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	const hour = hourOf(now, place.timeZone);
	const zone = zoneName(place, now);
	const greeting = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
	const firstName = member.name.trim().split(/\s+/)[0] ?? "";
	return (
		<PageHeader
			title={t(greeting, { name: firstName })}
			lead={`${capital(formatLongDay(now, place))} · ${t("times", { ...zone, city: ofCity(zone.city, place.locale) })}`}
			actions={
				<>
					{may(member.role, "deposit.start") ? (
						<LinkButton href="/deposits/new">
							<Icon name="arrow-down-to-line" />
							{t("newDeposit")}
						</LinkButton>
					) : null}
					{may(member.role, "payout.request") ? (
						<LinkButton href="/payouts/new" variant="primary">
							<Icon name="arrow-up-from-line" />
							{t("newPayout")}
						</LinkButton>
					) : null}
				</>
			}
		/>
	);
}

/** French joins the preposition: "heure d’Abidjan", "heure de Dakar". */
function ofCity(city: string, locale: Locale): string {
	if (locale !== "fr") return city;
	return /^[aeiouyàâäéèêëîïôöûü]/i.test(city) ? `d’${city}` : `de ${city}`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

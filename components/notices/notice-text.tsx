import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";
import type { Notice } from "#lib/contracts/notice.ts";
import { ROLES } from "#lib/roles.ts";

/** One notice in its sentence, with when and from where. */
export function NoticeText({ notice: { kind, details, createdAt } }: { notice: Notice }) {
	const t = useTranslations("notices");
	const roles = useTranslations("roles");
	const roleOf = (text = "") => {
		const role = ROLES.find((each) => each === text);
		return role ? roles(role) : text;
	};
	const { by, passkey = "", count = "0", device, address } = details;
	const values = {
		by: by === undefined ? "" : by || t("owner"),
		passkey,
		count,
		from: roleOf(details.from),
		to: roleOf(details.to),
	};
	return (
		<>
			<span className="wrap-anywhere">{t(`kind.${kind}`, values)}</span>{" "}
			<span className="wrap-anywhere text-ink-2 text-xs">
				<Time at={createdAt} as="momentShort" className="tabular-nums" />
				{[device, address].filter(Boolean).map((origin) => ` · ${origin}`)}
			</span>
		</>
	);
}

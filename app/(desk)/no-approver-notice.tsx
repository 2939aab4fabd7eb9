import { getTranslations } from "next-intl/server";
import { Notice } from "#components/ui/page/notice.tsx";
import { hasOtherApprover } from "#server/access/has-other-approver.ts";
import { pageContext } from "#server/http/page-context.ts";

export async function NoApproverNotice() {
	if (await hasOtherApprover(await pageContext())) return null;
	const t = await getTranslations("payouts");
	return (
		<Notice tone="warning" className="mb-5">
			{t("nobodyApproves")}
		</Notice>
	);
}

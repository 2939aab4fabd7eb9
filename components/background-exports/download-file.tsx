"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { download } from "#components/ui/menu/download.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { exportFilePath } from "#lib/queries/background-exports.ts";

export function DownloadFile({ id, name }: { id: string; name: string }) {
	const t = useTranslations("backgroundExports");
	const errorText = useErrorText();
	const start = useMutation({
		mutationFn: () => download(exportFilePath(id)),
		onError: (error) => toast(errorText(error), "danger"),
	});
	return (
		<Button aria-label={t("downloadOf", { name })} busy={start.isPending} onClick={() => start.mutate()}>
			<Icon name="download" />
			{t("download")}
		</Button>
	);
}

import { useTranslations } from "next-intl";
import { QrDrawing } from "#components/ui/qr-drawing.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { qrPath } from "#lib/qr-path.ts";

/** The service's image if it passed the check (PNG data), else our drawing of the link: never its HTML or SVG. */
export function PaymentQr({ payment }: { payment: Payment }) {
	const label = useTranslations("deposits.link")("qr");
	if (payment.qrCode?.startsWith("data:image/png;base64,")) {
		return (
			<svg
				role="img"
				aria-label={label}
				viewBox="0 0 100 100"
				className="mx-auto block size-[188px] rounded-md bg-white"
			>
				<image href={payment.qrCode} x="4" y="4" width="92" height="92" />
			</svg>
		);
	}
	const text = payment.qrCode ?? payment.paymentUrl;
	return text ? <QrDrawing qr={qrPath(text)} label={label} /> : null;
}

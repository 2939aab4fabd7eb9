import { PaymentSkeleton } from "#components/payments/page/payment-skeleton.tsx";

export default function Loading() {
	return <PaymentSkeleton />;
}

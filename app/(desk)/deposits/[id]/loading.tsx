import { PaymentSkeleton } from "#components/payments/payment-skeleton.tsx";

export default function Loading() {
	return <PaymentSkeleton />;
}

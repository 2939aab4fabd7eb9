import { ListSkeleton } from "#components/payments/list/list-skeleton.tsx";

export default function Loading() {
	return <ListSkeleton hasAction={false} />;
}

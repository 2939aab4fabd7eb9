/** A cowrie, long a currency of West Africa. Decorative, because the name is beside it. */
export function Logo({ className }: { className?: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.7"
			strokeLinecap="round"
			aria-hidden="true"
			className={className}
		>
			<path d="M12 2.6c4.6 0 7.4 4.6 7.4 9.6s-2.9 9.2-7.4 9.2-7.4-4.2-7.4-9.2S7.4 2.6 12 2.6Z" />
			<path d="M12 5.4c-1.7 2-2.3 4.2-2.3 6.6s.6 4.7 2.3 6.6c1.7-1.9 2.3-4.2 2.3-6.6S13.7 7.4 12 5.4Z" />
			<path d="M9.9 9H8.4m1.3 3H7.9m2 3H8.4M14.1 9h1.5m-1.3 3h1.8m-2 3h1.5" />
		</svg>
	);
}

/** The frame of all text inputs. 16 px on phones, because smaller text makes iOS zoom into the page. */
export const INPUT_CLASS =
	"h-[38px] w-full min-w-0 rounded-md border border-line-field bg-surface px-3 text-[1rem] text-ink sm:text-base " +
	"focus-visible:outline-2 focus-visible:outline-offset-1 aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken";

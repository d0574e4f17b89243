// The day of a moment, as people count days: where they are.

/** `2026-11-30`, in the local time zone; `at`: ms since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The tick mark that an auditor writes beside a checked figure. Decorative: the name stands beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  const edge = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 28 28"
      width={edge}
      height={edge}
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="flex-none"
      aria-hidden="true"
    >
      <path d="M4 16l6 6L24 6" />
    </svg>
  )
}

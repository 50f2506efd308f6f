/** The tick mark: what an auditor writes beside a figure that was checked. With a `title` it is an image, else decoration. */
export function Logo({ size = 28, title }: { size?: number; title?: string }) {
  const edge = `${size / 16}rem`
  const named = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
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
      {...named}
    >
      <path d="M4 16l6 6L24 6" />
    </svg>
  )
}

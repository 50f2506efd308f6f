/** The tick mark, drawn in one stroke when it appears. Decorative: the words beside it say what was checked. */
export function DrawnTick() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.5rem"
      height="1.5rem"
      fill="none"
      aria-hidden="true"
      focusable="false"
      className="flex-none rounded-full bg-good-wash stroke-good"
    >
      <path
        d="M6.5 12.5l3.8 3.8L17.5 8.5"
        pathLength={1}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="draw-in"
      />
    </svg>
  )
}

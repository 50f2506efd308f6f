/** ▲ or ▼ as a drawing: our fonts lack both, and loading a system font for them costs the first paint tens of ms. */
export function Arrow({ way }: { way: 'up' | 'down' }) {
  return (
    <svg
      viewBox="0 0 10 10"
      width="0.75em"
      height="0.75em"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className="inline-block flex-none"
    >
      <path d={way === 'up' ? 'M5 .8 9.6 9.2H.4z' : 'M5 9.2 .4.8h9.2z'} />
    </svg>
  )
}

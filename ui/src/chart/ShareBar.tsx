export interface SharePart {
  key: string
  /** Any positive weight; the parts are drawn in proportion. */
  weight: number
  /** A colour of the data (a coin's) or a token such as "var(--up)". */
  colour: string
}

/**
 * Parts of a whole on one line: Up against Down, or the holdings of a wallet. Decorative: the figures stand beside it.
 */
export function ShareBar({ parts }: { parts: readonly SharePart[] }) {
  return (
    <div aria-hidden="true" className="flex h-1.5 gap-1">
      {parts
        .filter((part) => part.weight > 0)
        .map((part) => (
          <i
            key={part.key}
            className="min-w-1 rounded-full transition-[flex-grow] duration-320 ease-out"
            style={{ flexGrow: part.weight, flexBasis: 0, background: part.colour }}
          />
        ))}
    </div>
  )
}

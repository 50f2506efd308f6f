import { useState } from 'react'

/**
 * True from the first time `open` is true. A panel is loaded when first opened and stays mounted for its closing
 * animation.
 */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open)
  if (open && !once) setOnce(true)
  return once || open
}

import { useState } from 'react'

/** True from the first time `open` is true: a panel is fetched when it is first wanted and stays for its closing movement. */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open)
  if (open && !once) setOnce(true)
  return once || open
}

import { useEffect, useState } from 'react'

const LATE_MS = 6_000

/** True once a component has been mounted for 6 s: the content it waits for is late. */
export function useLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return late
}

import { useEffect, useState } from 'react'

/** True once a component has been mounted for `afterMs`: the content it waits for is late. */
export function useLate(afterMs: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return late
}

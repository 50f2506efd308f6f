import { useEffect, useState } from 'react'

/** A value once it has stayed the same for `ms`: what is still being typed is not asked about. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])

  return settled
}

import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Filters kept in the address, so that a list survives reload, sharing and Back. `defaults` names every filter; the
 * address omits filters at their default. Declare it outside the component.
 */
export function useFilters<F extends Record<string, string>>(defaults: F) {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [name, params.get(name) ?? value]),
      ) as Record<keyof F & string, string>,
    [defaults, params],
  )

  function set(name: keyof F & string, value: string) {
    setParams(
      (before) => {
        if (value === defaults[name]) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  }

  /** Props for a filter's control. */
  const field = (name: keyof F & string) => ({
    value: filters[name],
    onChange: (value: string) => set(name, value),
  })

  return { filters, field }
}

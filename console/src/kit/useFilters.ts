import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Filters that are kept in the address, so that a list can be reloaded, shared and gone back to. `defaults` names every
 * filter; one that has its default is left out of the address. Declare it outside the component.
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

  /** What the control of a filter takes. */
  const field = (name: keyof F & string) => ({
    value: filters[name],
    onChange: (value: string) => set(name, value),
  })

  return { filters, field }
}

import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react'

/** A component in a chunk of its own, which loads when it is first rendered, or earlier by `load`. */
export type Part<P extends object> = FunctionComponent<P> & { load: () => Promise<unknown> }

const made: (() => Promise<unknown>)[] = []

/**
 * A component that no first screen needs. Once loaded, it renders at once: Suspense would show a placeholder for 300
 * ms even with the code loaded.
 */
export function part<P extends object>(fetchCode: () => Promise<ComponentType<P>>): Part<P> {
  let loaded: ComponentType<P> | undefined
  const load = async () => {
    loaded = await fetchCode()
    return { default: loaded }
  }
  const Late = lazy(load)
  function Component(props: P) {
    const [Now] = useState<ComponentType<P>>(() => loaded ?? Late)
    return createElement(Now, props)
  }
  made.push(load)
  return Object.assign(Component, { load })
}

/** Loads each part known so far; while a part loads, its own parts are added. */
export const partLoads: Iterable<() => Promise<unknown>> = made

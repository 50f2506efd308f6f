import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react'

/** A component whose code comes in a file of its own: when it is first rendered, or before that by `load`. */
export type Part<P extends object> = FunctionComponent<P> & { load: () => Promise<unknown> }

const made: (() => Promise<unknown>)[] = []

/**
 * A component that no first screen needs. Once loaded it renders at once: Suspense would show a placeholder for 300 ms even
 * when the code is there.
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

/** What loads each part that is known so far; parts of a part are added while it loads. */
export const partLoads: Iterable<() => Promise<unknown>> = made
